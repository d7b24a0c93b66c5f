import TextAnimation

extension RequestParameters {
  /// Says which parameters need a picture, and has a picture repeat what it shows by itself: it has the frames of once.
  mutating func finishPicture(_ form: SequenceRepresentation) {
    guard form.isPicture else {
      guard choseAny(Self.ofPictures) else { return }
      for name in Self.namesOfPictures where choseAny(ParameterSet(named: [name])) {
        warn(name, "has no effect without a picture, such as `as=svg`")
      }
      return
    }
    picture.takeRepetition(of: &animation)
  }

  private static let namesOfPictures = ["color", "background", "size", "font", "theme"]
  private static let ofPictures = ParameterSet(named: namesOfPictures)
}

extension PictureStyle {
  /// Repeats by itself what is to be repeated, so that only the frames of once are made.
  mutating func takeRepetition(of request: inout AnimationRequest) {
    (repeatCount, repeatDelay) = (request.repeatCount, request.repeatDelay)
    request.repeatCount = .times(1)
  }
}

import TextAnimation

extension RequestParameters {
  /// Says which parameters need a picture, and has a picture repeat what it shows by itself: it has the frames of once.
  mutating func finishPicture(_ form: SequenceRepresentation) {
    guard form.isPicture else {
      for name in Self.ofPictures where choseAny(ParameterSet(named: [name])) {
        warn(name, "has no effect without a picture, such as `as=svg`")
      }
      return
    }
    picture.takeRepetition(of: &animation)
  }

  private static let ofPictures = ["color", "background", "size", "font", "theme"]
}

extension PictureStyle {
  /// Repeats by itself what is to be repeated, so that only the frames of once are made.
  mutating func takeRepetition(of request: inout AnimationRequest) {
    (repeatCount, repeatDelay) = (request.repeatCount, request.repeatDelay)
    request.repeatCount = .times(1)
  }
}

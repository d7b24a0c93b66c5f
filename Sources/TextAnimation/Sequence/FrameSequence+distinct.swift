extension FrameSequence {
  /// The sequence without frames whose text equals the one before, each of the others at the instant its text appears.
  ///
  /// A label that counts from 0 to 10 has eleven frames at any frame rate. The instants are found by inverting the curve
  /// where the interpolation knows its levels (``SteppedInterpolation``). Any other is looked at 240 times a second, or
  /// 10,000 times in all but 16 times a pass, and the instants found between by bisection, to a nanosecond. Where texts
  /// change oftener than 240 times a second, or than one looks, the newest is left each time. Texts that take long to be
  /// written are looked at less often and less closely, so that the search takes about a second, and at most two.
  ///
  /// The last frame has the last text, which may appear before the end. What else there is to be shown, a label's place
  /// or the wheel of a digit, may go on moving until then, and wants a frame at the end.
  ///
  /// - Parameters:
  ///   - limit: The most frames.
  ///   - keepsEnd: Whether the last frame is at the exact end, even where its text has been there before.
  /// - Returns: The sequence itself where it is endless; `nil` where it would have more than `limit` frames.
  /// - Complexity: 64 positions of the curve and two texts for each frame, without regard to duration and frame rate.
  public func distinct(limit: Int, keepsEnd: Bool = false) -> FrameSequence? {
    guard count != nil, distinctTimes == nil else { return self }
    var search = ChangeSearch(self, limit: limit, keepsEnd: keepsEnd)
    return search.times().map { FrameSequence(self, distinctTimes: $0, cost: search.cost) }
  }
}

extension [Double] {
  /// The first index for which `isBeyond` holds, by bisection; the count where it holds for none.
  func partitioningIndex(_ isBeyond: (Double) -> Bool) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = isBeyond(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }
}

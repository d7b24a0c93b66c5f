extension Parameter {
  /// Every parameter, those of an animation first; a name stands twice where it means something else elsewhere.
  public static let all = texts + numbers + motion + looks + answers + pictures + positions + curves + labels
}

/// How much a retarget keeps of what is under way: the less, the fewer bytes.
public enum LabelDetail: CaseIterable, Sendable {
  /// Each change, characters and wheels.
  case all
  /// One residual in the place of all.
  case sum
  /// The text that is shown.
  case text
  /// Nothing: the target shows at once.
  case target
}

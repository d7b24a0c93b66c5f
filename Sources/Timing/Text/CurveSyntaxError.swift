/// Why a text is no curve.
public struct CurveSyntaxError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong, as the end of a sentence that begins with the parameter's name.
  public var description: String
  /// The name that no curve has, where that is what is wrong.
  public var unknownName: String?

  /// Creates an error.
  public init(_ description: String, unknownName: String? = nil) {
    self.description = description
    self.unknownName = unknownName
  }
}

/// Every problem of a value that a caller put together, so that all of them can be fixed at once.
public struct InvalidMembers: Error, Equatable, Sendable {
  /// One member and what is wrong with it.
  public struct Problem: Equatable, Sendable {
    /// The path of the member, such as `speed` or `exit[1].scale`.
    public var member: String
    /// What it should be, as the end of a sentence that begins with its name.
    public var reason: String

    /// Creates a problem.
    ///
    /// - Parameters:
    ///   - member: The path of the member.
    ///   - reason: What it should be.
    public init(member: String, reason: String) {
      self.member = member
      self.reason = reason
    }
  }

  /// At least one problem, in the order of the members.
  public var problems: [Problem]

  /// Collects problems into one error.
  public init(problems: [Problem]) {
    self.problems = problems
  }
}

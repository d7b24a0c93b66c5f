import Documents
import TextBytes
import Timing

/// Reads the members of a JSON object into a value, and finds all that is wrong with them.
struct ObjectReader<Target>: Sendable {
  struct Field: Sendable {
    let name: String
    fileprivate let isRequired: Bool
    fileprivate let read: @Sendable (JSONValue, Reading, inout Target) throws(ParameterRefusal) -> Void

    init<Value>(
      _ name: String, _ type: ValueType<Value>, isRequired: Bool = false,
      set: @escaping @Sendable (inout Target, Value) -> Void
    ) {
      (self.name, self.isRequired) = (name, isRequired)
      read = { (value, reading, target) throws(ParameterRefusal) in set(&target, try type.read(value, reading)) }
    }
  }

  let fields: [Field]
  /// Whether null counts as left out; else it is read as a value.
  var ignoresNull = false

  /// Reads what is right of them; `path` is where the object is, below its parameter.
  ///
  /// - Returns: What is wrong, with its path below the parameter.
  func read(
    _ members: [JSONValue.Member], at path: String, with reading: Reading, into target: inout Target
  ) -> [ParameterProblem] {
    var problems: [ParameterProblem] = []
    let members = ignoresNull ? members.filter { !$0.value.isNull } : members
    for member in members {
      do throws(ParameterRefusal) {
        try read(member, with: reading, into: &target)
      } catch {
        let name = "\(path).\(member.name.prefix(64))"
        problems += error.problems.map { ParameterProblem(parameter: name + $0.parameter, detail: $0.detail) }
      }
    }
    for field in fields where field.isRequired && !members.contains(where: { $0.name == field.name }) {
      problems.append(ParameterProblem(parameter: "\(path).\(field.name)", detail: "is required"))
    }
    return problems
  }

  private func read(
    _ member: JSONValue.Member, with reading: Reading, into target: inout Target
  ) throws(ParameterRefusal) {
    guard let field = fields.first(where: { $0.name == member.name }) else {
      let near = Spelling.nearest(to: member.name, among: fields.map(\.name))
      throw ParameterRefusal("is unknown" + (near.map { "; did you mean `\($0)`?" } ?? ""))
    }
    try field.read(member.value, reading, &target)
  }
}

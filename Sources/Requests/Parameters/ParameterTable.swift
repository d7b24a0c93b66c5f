import TextBytes

/// The parameters that may be used in one place, found by name.
package final class ParameterTable: Sendable {
  /// The parameters in the order of ``Parameter/all``.
  let parameters: [Parameter]
  private let marks: [ParameterSet]
  /// A hash table with open addressing: the index of a parameter, counted from 1.
  private let slots: [UInt8]
  /// The beginnings of the names, by the index of a parameter.
  private let beginnings: [UInt64]
  /// Why some parameters may not be used here, by their names.
  let refusals: [String: String]

  init(_ place: Parameter.Places, refusing refusals: [String: String] = [:]) {
    self.refusals = refusals
    let places = Parameter.all.indices.filter { Parameter.all[$0].places.contains(place) }
    parameters = places.map { Parameter.all[$0] }
    marks = places.map { ParameterSet(rawValue: 1 &<< UInt128($0)) }
    beginnings = parameters.map { Self.beginning(of: $0.name.utf8Span.span) }
    var slots = [UInt8](repeating: 0, count: 256)
    for (index, beginning) in beginnings.enumerated() {
      var slot = Self.slot(of: beginning)
      while slots[slot] != 0 { slot = (slot + 1) & 0xFF }
      slots[slot] = UInt8(index + 1)
    }
    self.slots = slots
  }

  package static let frames = ParameterTable(.frames)
  package static let frame = ParameterTable(.frame)
  package static let stream = ParameterTable(.stream)
  package static let element = ParameterTable(.element)
  package static let curve = ParameterTable(.curve)
  package static let catalog = ParameterTable(.catalog)
  package static let label = ParameterTable(.label, refusing: Parameter.refusedByLabels)
  package static let labelReading = ParameterTable(.labelReading)
  package static let labelAddition = ParameterTable(.labelAddition)
  package static let labelFrames = ParameterTable(.labelFrames)
  package static let labelList = ParameterTable(.labelList)
  package static let labelStream = ParameterTable(.labelStream)
  package static let labelsStream = ParameterTable(.labelsStream)
  package static let labelNext = ParameterTable(.labelNext)

  func index(of name: String) -> Int? {
    let bytes = name.utf8Span.span
    let beginning = Self.beginning(of: bytes)
    var slot = Self.slot(of: beginning)
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      // A name of up to seven bytes is all in its beginning.
      if beginnings[index] == beginning, bytes.count < 8 || parameters[index].name == name { return index }
      slot = (slot + 1) & 0xFF
    }
    return nil
  }

  func mark(at index: Int) -> ParameterSet { marks[index] }

  func isDefault(_ value: JSONValue, at index: Int) -> Bool {
    guard let text = parameters[index].defaultValue else { return false }
    return switch value {
    case .string(let given), .number(let given): given == text
    case .bool(let given): text == (given ? "true" : "false")
    case .null, .array, .object: false
    }
  }

  /// The first seven bytes of a name, and its length up to 255.
  private static func beginning(of name: Span<UInt8>) -> UInt64 {
    var word = UInt64(min(name.count, 255))
    for place in 0..<min(name.count, 7) { word = word &<< 8 | UInt64(name[place]) }
    return word
  }

  private static func slot(of beginning: UInt64) -> Int {
    Int((beginning &* 0x9e37_79b9_7f4a_7c15) &>> 56)
  }
}

/// Some of the parameters, a bit for each in the order of ``Parameter/all``.
struct ParameterSet: OptionSet, Sendable {
  let rawValue: UInt128
}

extension ParameterSet {
  init(named names: [String]) {
    self = []
    for (place, parameter) in Parameter.all.enumerated() where names.contains(parameter.name) {
      insert(ParameterSet(rawValue: 1 &<< UInt128(place)))
    }
  }

  static let animation = ParameterSet(
    named: Parameter.all.filter { $0.places.isSuperset(of: .sequence) }.map(\.name))
}

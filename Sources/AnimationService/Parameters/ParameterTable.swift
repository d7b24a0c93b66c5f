/// The parameters that may be used in one place, found by name.
struct ParameterTable: Sendable {
  /// The parameters in the order of ``Parameter/all``.
  let parameters: [Parameter]
  /// For each of them its place in ``Parameter/all``.
  private let places: [Int]
  /// A hash table with open addressing: the index of a parameter, counted from 1.
  private var slots = InlineArray<256, UInt8>(repeating: 0)

  init(_ place: Parameter.Places) {
    places = Parameter.all.indices.filter { Parameter.all[$0].places.contains(place) }
    parameters = places.map { Parameter.all[$0] }
    for (index, parameter) in parameters.enumerated() {
      var slot = Self.hash(parameter.name)
      while slots[slot] != 0 { slot = (slot + 1) & 0xFF }
      slots[slot] = UInt8(index + 1)
    }
  }

  static let frames = ParameterTable(.frames)
  static let frame = ParameterTable(.frame)
  static let stream = ParameterTable(.stream)
  static let element = ParameterTable(.element)
  static let curve = ParameterTable(.curve)
  static let catalog = ParameterTable(.catalog)

  /// The parameter of this name.
  func index(of name: String) -> Int? {
    var slot = Self.hash(name)
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      if parameters[index].name == name { return index }
      slot = (slot + 1) & 0xFF
    }
    return nil
  }

  /// The set that has the parameter at an index alone.
  func mark(at index: Int) -> ParameterSet { ParameterSet(rawValue: 1 &<< UInt64(places[index])) }

  private static func hash(_ name: String) -> Int {
    var hash: UInt32 = 0
    for byte in name.utf8 { hash = hash &* 31 &+ UInt32(byte) }
    return Int((hash ^ hash >> 8) & 0xFF)
  }
}

/// Some of the parameters, a bit for each in the order of ``Parameter/all``.
struct ParameterSet: OptionSet, Sendable {
  let rawValue: UInt64
}

extension ParameterSet {
  /// Those of these names.
  init(named names: [String]) {
    self = []
    for (place, parameter) in Parameter.all.enumerated() where names.contains(parameter.name) {
      insert(ParameterSet(rawValue: 1 &<< UInt64(place)))
    }
  }

  /// The parameters of an animation.
  static let animation = ParameterSet(
    named: Parameter.all.filter { $0.places.isSuperset(of: .animation) }.map(\.name))
}

/// Parameters that are read together and seldom given, so that a reader may pass all of them by at once.
struct ParameterGroup: Sendable {
  /// The names in the order in which they are asked for.
  let names: [String]

  /// Finds the names by having them read where nothing is given.
  init(_ read: (inout ParameterReader) -> Void) {
    var probe = ParameterReader(Parameters())
    read(&probe)
    names = probe.known
  }
}

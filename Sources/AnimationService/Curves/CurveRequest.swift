import Timing

/// Which curve a client wants to see, decoded and checked.
struct CurveRequest: Sendable {
  /// The curve as it was written.
  var text: String
  /// The curve.
  var curve: any TimingCurve
  /// Seconds; without being asked for, until a spring has settled, and 1 for what has no time of its own.
  var duration: Double
  /// The number of samples, both ends included.
  var sampleCount: Int

  /// The fraction of the way below which a spring counts as settled.
  static let settlingThreshold = 0.001

  /// Reads the parameters; what is wrong is noted with the reader.
  init(reading reader: inout ParameterReader, in context: ServiceContext) {
    if !reader.has("curve") { reader.refuse("curve", "is required, such as `ease-out` or `spring(1, 100, 10)`") }
    let named = reader.curve("curve", in: context.curves)
    text = named?.text ?? ""
    curve = named?.curve ?? Linear()
    let seconds = reader.seconds("duration", in: 0.001...86_400)
    duration = seconds ?? max(curve.settlingDuration(within: Self.settlingThreshold) ?? 1, 0.001)
    sampleCount = reader.integer("samples", in: 2...2001) ?? 101
  }
}

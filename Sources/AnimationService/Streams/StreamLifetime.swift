/// How old a stream may get.
enum StreamLifetime {
  /// A limit made up to a tenth shorter or longer, evenly: ten thousand viewers who came at once leave over a fifth of
  /// it, twelve minutes of an hour.
  static func jittered(_ limit: Duration, using random: inout some RandomNumberGenerator) -> Duration {
    limit * Double.random(in: 0.9...1.1, using: &random)
  }
}

extension PiecewiseLinear {
  /// Reads the arguments of `linear()`: two or more stops with commas between them.
  ///
  /// CSSWG allows a single stop by now; Chromium, which decides here, does not.
  init(css cursor: inout TokenCursor) throws(CurveSyntaxError) {
    var stops: [Stop] = []
    repeat {
      stops.append(try Stop(css: &cursor))
    } while cursor.skipComma()
    guard stops.count > 1 else {
      throw CurveSyntaxError("`linear()` needs at least two stops, as in `linear(0, 0.3 20%, 1)`.")
    }
    self.init(stops)
  }
}

extension PiecewiseLinear.Stop {
  /// Reads a number with up to two percentages after or before it.
  fileprivate init(css cursor: inout TokenCursor) throws(CurveSyntaxError) {
    var output: Double?
    var places: [Double] = []
    while true {
      if case .number(let value, _) = cursor.current, output == nil {
        output = value
        cursor.advance()
      } else if case .percentage = cursor.current, places.isEmpty {
        // Two percentages belong together: the number never stands between them.
        while case .percentage(let value) = cursor.current, places.count < 2 {
          places.append(value / 100)
          cursor.advance()
        }
      } else {
        break
      }
    }
    guard let output else { throw cursor.unexpected("`linear()` needs a number in each stop") }
    self.init(output, at: places.first, until: places.count == 2 ? places.last : nil)
  }
}

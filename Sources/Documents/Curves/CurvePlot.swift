import TextBytes
import Timing

/// A curve as a picture: SVG that stands alone, scales, and follows the reader's light or dark colours.
struct CurvePlot {
  private static let frame = (left: 72.0, right: 608.0, top: 72.0, bottom: 352.0)

  private let text: String
  private let duration: Double
  /// What the frame shows from its bottom to its top: 0…1 and all overshoot.
  private let values: ClosedRange<Double>
  /// The curve's corners on the page.
  private let points: [(x: Double, y: Double)]

  /// Traces the curve; `nil` where not enough is left to go on.
  init?(_ request: ShownCurve, spending meter: inout Meter) {
    guard let trace = CurveTrace(request, spending: &meter) else { return nil }
    let range = trace.range
    let values = min(range.lowerBound, 0)...max(range.upperBound, 1)
    // A four-thousandth of the height is a fourteenth of a unit of the page.
    let tolerance = (values.upperBound - values.lowerBound) / 4000
    guard let lines = trace.lines(within: tolerance, maximumStops: 1000, spending: &meter) else { return nil }
    text = request.text
    duration = request.duration
    self.values = values
    let frame = Self.frame
    points = lines.stops.map { stop in
      (frame.left + (frame.right - frame.left) * stop.percentage / 100, Self.height(of: stop.progress, in: values))
    }
  }

  /// Where a value is on the page, whose heights grow downward.
  private static func height(of value: Double, in values: ClosedRange<Double>) -> Double {
    let share = (value - values.lowerBound) / (values.upperBound - values.lowerBound)
    return frame.bottom - (frame.bottom - frame.top) * share
  }

  private func height(of value: Double) -> Double { Self.height(of: value, in: values) }
}

// MARK: - The document

extension CurvePlot {
  func bytes() -> [UInt8] {
    var svg = UTF8Buffer(capacity: 4096 + 16 * points.count)
    svg.append(
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 400" role="img" class="kinetype-curve">
      <title>
      """)
    svg.appendXML(text)
    svg.append("</title>\n<style>\n")
    svg.append(Self.style)
    svg.append("\n</style>\n<rect class=\"paper\" width=\"640\" height=\"400\"/>\n")
    svg.append("<text class=\"caption\" x=\"32\" y=\"40\">")
    svg.appendXML(Self.caption(text))
    svg.append("</text>\n")
    writeGrid(to: &svg)
    writeOvershoot(from: 1, upward: true, to: &svg)
    writeOvershoot(from: 0, upward: false, to: &svg)
    svg.append("<path class=\"curve\" d=\"")
    writePath(to: &svg)
    svg.append("\"/>\n</svg>\n")
    return svg.bytes()
  }

  /// As much of the text as one line holds.
  private static func caption(_ text: String) -> String {
    text.count > 62 ? "\(text.prefix(61))…" : text
  }

  /// Appends lines at 0, at 1 and at the quarters of the duration, with their numbers.
  private func writeGrid(to svg: inout UTF8Buffer) {
    let frame = Self.frame
    for quarter in 0...4 {
      let x = frame.left + (frame.right - frame.left) * Double(quarter) / 4
      svg.appendLine(from: (x, frame.top), to: (x, frame.bottom), kind: "grid")
    }
    for value in labelledValues {
      let y = height(of: value)
      let kind: StaticString = value == 0 || value == 1 ? "axis" : "grid"
      svg.appendLine(from: (frame.left, y), to: (frame.right, y), kind: kind)
      svg.appendLabel(value, at: (frame.left - 10, y + 5), kind: "value")
    }
    svg.appendLabel(0, at: (frame.left, frame.bottom + 24), kind: "time", unit: " s")
    svg.appendLabel(duration, at: (frame.right, frame.bottom + 24), kind: "time", unit: " s")
  }

  /// 0, 1 and the peaks, as far as their numbers have room.
  private var labelledValues: [Double] {
    [0, 1, values.upperBound, values.lowerBound].reduce(into: []) { chosen, value in
      let isFree = chosen.allSatisfy { abs(height(of: $0) - height(of: value)) >= 18 }
      if isFree, abs(value) < 1e6 { chosen.append(value) }
    }
  }

  /// Appends the area between the curve and a level, cut off at the level by a window onto the page.
  private func writeOvershoot(from level: Double, upward: Bool, to svg: inout UTF8Buffer) {
    let frame = Self.frame
    let y = height(of: level)
    let (top, bottom) = upward ? (frame.top, y) : (y, frame.bottom)
    guard bottom - top > 0.01 else { return }
    let window = [frame.left, top, frame.right - frame.left, bottom - top]
    for (name, value) in zip(["<svg x", " y", " width", " height"] as [StaticString], window) {
      svg.appendAttribute(name, value)
    }
    svg.append(" viewBox=\"")
    for value in window { svg.appendCoordinate(value) }
    svg.append("\"><path class=\"overshoot\" d=\"")
    writePath(to: &svg)
    svg.append("L")
    svg.appendPoint((frame.right, y))
    svg.append("L")
    svg.appendPoint((frame.left, y))
    svg.append("Z\"/></svg>\n")
  }

  private func writePath(to svg: inout UTF8Buffer) {
    for (index, point) in points.enumerated() {
      svg.append(index == 0 ? "M" : "L")
      svg.appendPoint(point)
    }
  }
}

extension CurvePlot {
  /// The pages' colours by day and by night; selectors begin with the class of the picture, which may stand in a page.
  static let style: StaticString = """
    .kinetype-curve {
      color-scheme: light dark;
      --paper: #ffffff; --ink: #1b1412; --quiet: #574e4a; --rule: #e3dcda; --axis: #877e7a; --curve: #e94211;
      font: 15px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
    }
    @media (prefers-color-scheme: dark) {
      .kinetype-curve {
        --paper: #1c1715; --ink: #f5f1ee; --quiet: #c2b8b4; --rule: #352f2c; --axis: #827874; --curve: #fd693d;
      }
    }
    .kinetype-curve .paper { fill: var(--paper); }
    .kinetype-curve .caption {
      fill: var(--ink); font: 600 15px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
    }
    .kinetype-curve .grid { stroke: var(--rule); }
    .kinetype-curve .axis { stroke: var(--axis); }
    .kinetype-curve .value { fill: var(--quiet); text-anchor: end; }
    .kinetype-curve .time { fill: var(--quiet); text-anchor: middle; }
    .kinetype-curve .overshoot { fill: var(--curve); fill-opacity: 0.2; }
    .kinetype-curve .curve {
      fill: none; stroke: var(--curve); stroke-width: 3; stroke-linecap: round; stroke-linejoin: round;
    }
    """
}

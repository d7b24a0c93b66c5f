package import TextBytes
package import Timing
package import TextAnimation
import WrittenNumbers

/// A curve as it is to be shown.
package struct ShownCurve: Sendable {
  /// The curve as it was written.
  package let text: String
  package let curve: any TimingCurve
  /// Seconds; without being asked for, until a spring has settled, and 1 for what has no time of its own.
  package let duration: Double
  /// The number of samples, both ends included.
  package let sampleCount: Int

  package init(text: String, curve: any TimingCurve, duration: Double, sampleCount: Int) {
    (self.text, self.curve, self.duration, self.sampleCount) = (text, curve, duration, sampleCount)
  }
}

extension ShownCurve {
  /// What computing and writing a sample takes, in units of a meter.
  private static let unitsOfSample = 500

  /// The curve in numbers; `nil` where not enough is left to go on.
  fileprivate func numbers(spending meter: inout Meter) -> [UInt8]? {
    guard meter.spend(Self.unitsOfSample * sampleCount, .curve), let trace = CurveTrace(self, spending: &meter),
      let lines = trace.lines(within: 0.001, maximumStops: 500, spending: &meter)
    else { return nil }
    var document = UTF8Buffer(capacity: 1024 + 72 * sampleCount)
    document.appendJSONObject { object in
      object.appendJSONMember("curve", text)
      object.appendJSONMember("duration", duration)
      object.appendJSONMember("settlingDuration", curve.settlingDuration(within: Settling.visibleShare))
      // How far it goes beyond the target and back behind the source; both 0 where it does not.
      object.appendJSONName("overshoot")
      object.appendJSONObject { overshoot in
        overshoot.appendJSONMember("maximum", max(trace.range.upperBound - 1, 0))
        overshoot.appendJSONMember("minimum", min(trace.range.lowerBound, 0))
      }
      object.appendJSONName("samples")
      object.appendJSONArray { array in
        for index in 0..<sampleCount { write(index, of: trace, to: &array) }
        array.append("\n")
      }
      object.append(",\n\"cssLinear\":")
      object.appendJSONObject { css in
        css.appendJSONMember("text", lines.cssText)
        css.appendJSONMember("largestError", lines.largestError)
      }
    }
    document.append("\n")
    return document.bytes()
  }

  private func write(_ index: Int, of trace: CurveTrace, to json: inout UTF8Buffer) {
    let last = sampleCount - 1
    let time = index == last ? duration : duration * Double(index) / Double(last)
    json.append(index == 0 ? "\n" : ",\n")
    json.appendJSONObject { object in
      object.appendJSONMember("time", time)
      object.appendJSONMember("progress", trace.sample(at: time / duration).progress)
      object.appendJSONMember("velocity", trace.curve.velocity(at: time, duration: duration))
    }
  }
}

extension CurveTrace {
  /// Traces what is asked for; `nil` where not enough is left to go on.
  init?(_ request: ShownCurve, spending meter: inout Meter) {
    self.init(of: request.curve, duration: request.duration) { meter.spend(Self.unitsOfSample * $0, .curve) }
    if meter.isExhausted { return nil }
  }

  /// What taking a sample takes, or looking at one, in units of a meter.
  private static let unitsOfSample = 150

  /// Lines through the samples; `nil` where not enough is left to go on.
  func lines(within tolerance: Double, maximumStops: Int, spending meter: inout Meter) -> LinearApproximation? {
    let lines = LinearApproximation(of: self, within: tolerance, maximumStops: maximumStops) {
      meter.spend(Self.unitsOfSample * $0, .curve)
    }
    return meter.isExhausted ? nil : lines
  }
}

package enum CurveRepresentation: String, Representation {
  case json, svg

  package var mediaType: String {
    switch self {
    case .json: "application/json"
    case .svg: "image/svg+xml"
    }
  }

  /// A curve as one document; `nil` where not enough is left to go on.
  package func document(of curve: ShownCurve, spending meter: inout Meter) -> [UInt8]? {
    switch self {
    case .json: curve.numbers(spending: &meter)
    case .svg: CurvePlot(curve, spending: &meter)?.bytes()
    }
  }
}

/// Every name that a request can use, read off the catalogues that the requests are decoded with.
package func catalogDocument(
  curves: CurveCatalog = .standard, interpolators: InterpolatorCatalog = .standard
) -> [UInt8] {
  var document = UTF8Buffer(capacity: 16_384)
  document.append("{")
  document.appendList("curves", curves.entries) { object, curve in
    object.appendJSONMember("name", curve.name)
    object.appendJSONMember("summary", curve.summary)
    object.appendJSONMember("example", curve.example)
    object.appendJSONName("parameters")
    object.appendJSONArray { array in
      for parameter in curve.parameters { array.append(parameter) }
    }
  }
  document.append(",\n")
  document.appendList("interpolations", interpolators.entries) { object, interpolation in
    object.appendJSONMember("name", interpolation.name)
    object.appendJSONMember("summary", interpolation.summary)
  }
  document.append(",\n")
  document.appendList("effects", TransitionEffect.named) { object, named in
    object.appendJSONMember("name", named.name)
    let parts = named.effect.parts
    if parts.count > 1 { object.appendJSONMember("combines", parts) }
  }
  document.append(",\n")
  document.appendFormats()
  document.append("}\n")
  return document.bytes()
}

extension TransitionEffect {
  /// The names of the single effects it is made of.
  fileprivate var parts: [String] {
    Self.named.filter { $0.effect.rawValue.nonzeroBitCount == 1 && contains($0.effect) }.map(\.name)
  }
}

extension UTF8Buffer {
  /// Appends a member with an object on a line of its own for each element.
  fileprivate mutating func appendList<Element>(
    _ name: StaticString, _ elements: [Element], _ write: (inout UTF8Buffer, Element) -> Void
  ) {
    appendJSONName(name)
    append("[")
    for (index, element) in elements.enumerated() {
      append(index == 0 ? "\n" : ",\n")
      appendJSONObject { write(&$0, element) }
    }
    append("\n]")
  }

  fileprivate mutating func append(_ parameter: CurveParameter) {
    appendJSONObject { object in
      object.appendJSONMember("name", parameter.name)
      object.appendJSONMember("default", parameter.defaultValue)
      object.appendJSONMember("minimum", parameter.range.lowerBound)
      object.appendJSONMember("maximum", parameter.range.upperBound)
    }
  }

  /// Appends the conversions and flags of C's printf that the parser takes, found by asking it.
  fileprivate mutating func appendFormats() {
    let conversions = "diouxXeEfFgGaAcCsSpn".map(String.init).filter { (try? PrintfFormat("%\($0)")) != nil }
    let flags = "-+ #0'".map(String.init).filter { (try? PrintfFormat("%\($0)d")) != nil }
    appendJSONName("formats")
    appendJSONObject { object in
      object.appendJSONName("printf")
      object.appendJSONObject { printf in
        printf.appendJSONMember("conversions", conversions)
        printf.appendJSONMember("flags", flags)
      }
    }
  }
}

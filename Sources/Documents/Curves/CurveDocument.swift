import TextBytes
import Timing

/// A curve in numbers.
struct CurveDocument {
  private let request: ShownCurve
  private let trace: CurveTrace
  private let lines: LinearApproximation

  /// Traces the curve; `nil` where not enough is left to go on.
  init?(_ request: ShownCurve, spending meter: inout Meter) {
    guard meter.spend(Self.unitsOfSample * request.sampleCount, .curve),
      let trace = CurveTrace(request, spending: &meter),
      let lines = trace.lines(within: 0.001, maximumStops: 500, spending: &meter)
    else { return nil }
    (self.request, self.trace, self.lines) = (request, trace, lines)
  }

  /// What computing and writing a sample takes, in units of a meter.
  private static let unitsOfSample = 500

  /// The bytes of the document.
  func bytes() -> [UInt8] {
    var document = UTF8Buffer(capacity: 1024 + 72 * request.sampleCount)
    document.appendJSONObject { object in
      object.appendJSONMember("curve", request.text)
      object.appendJSONMember("duration", request.duration)
      object.appendJSONMember(
        "settlingDuration", request.curve.settlingDuration(within: Settling.visibleShare))
      writeOvershoot(to: &object)
      object.appendJSONName("samples")
      object.appendJSONArray { array in
        for index in 0..<request.sampleCount { writeSample(index, to: &array) }
        array.append("\n")
      }
      object.append(",\n\"cssLinear\":")
      writeCSS(to: &object)
    }
    document.append("\n")
    return document.bytes()
  }

  /// How far the curve goes beyond the target and back behind the source; both 0 where it does not.
  private func writeOvershoot(to json: inout UTF8Buffer) {
    let range = trace.range
    json.appendJSONName("overshoot")
    json.appendJSONObject { object in
      object.appendJSONMember("maximum", max(range.upperBound - 1, 0))
      object.appendJSONMember("minimum", min(range.lowerBound, 0))
    }
  }

  private func writeSample(_ index: Int, to json: inout UTF8Buffer) {
    let last = request.sampleCount - 1
    let time = index == last ? request.duration : request.duration * Double(index) / Double(last)
    json.append(index == 0 ? "\n" : ",\n")
    json.appendJSONObject { object in
      object.appendJSONMember("time", time)
      object.appendJSONMember("progress", trace.sample(at: time / request.duration).progress)
      object.appendJSONMember("velocity", trace.curve.velocity(at: time, duration: request.duration))
    }
  }

  private func writeCSS(to json: inout UTF8Buffer) {
    json.appendJSONObject { object in
      object.appendJSONMember("text", lines.cssText)
      object.appendJSONMember("largestError", lines.largestError)
    }
  }
}

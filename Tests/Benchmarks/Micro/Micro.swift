import Deployment
import AnimationService
import Dispatch
import HTTPTypes
import HandWritten
import Logging
import MicroHTTP
import TextAnimation
import Interpolation
import TextBytes
import Timing

/// What one frame, one document and one sample of a curve cost, in process.
///
/// With an argument, only the tables whose heads contain it.
@main
struct Micro {
  static func main() {
    table("frame (text alone), 121 a call", interpolations)
    table("frame (text alone) in a run of 121", runs)
    table("frame in a document, 121 a call", documents)
    table("frame of a document's JSON by hand in C, without time and progress", [handWritten])
    table("request, parsed and prepared", requests)
    table("request for 121 frames of JSON, answered without a socket", answers)
    table("4,096 bytes of text, prepared", longTexts)
    table("sample of a curve, 240 a call", curves)
  }

  private static func table(_ head: String, _ measure: @autoclosure () -> [Measurement]) {
    guard CommandLine.arguments.dropFirst().allSatisfy({ head.contains($0) }) else { return }
    let measurements = measure()
    print("\n| \(head) | ns, median | best |\n|---|--:|--:|")
    for measurement in measurements { print(measurement.row) }
  }

  private static let formats: [(name: String, value: String, target: String)] = [
    ("format", "%'d", "9876"), ("format", "%x", "9876"), ("format", "%.3e", "9876.5"), ("format", "%g", "9876.5"),
    ("notation", "compact", "9876543"), ("format", "%d", "98765432109876543210"),
  ]

  private static let pairs = [
    ("number", "100 apples", "400 apples"),
    ("numbers", "$1,234.50", "$9,876.25"),
    ("numbers", "3 of 10 (30%)", "9 of 10 (90%)"),
    ("typewriter", "Loading", "Loaded 400 apples"),
    ("scramble", "ACCESS DENIED", "ACCESS GRANTED"),
    ("morph", "100 apples", "400 apples"),
  ]
}

extension Micro {
  private static var interpolations: [Measurement] {
    named + formatted
  }

  private static var formatted: [Measurement] {
    formats.compactMap { name, value, target in
      guard let animation = try? NamedAnimation([("to", target), (name, value)]) else { return nil }
      return texts("\(name)=\(value): 0 → \(target)", animation.sequence)
    }
  }

  private static func texts(_ name: String, _ sequence: FrameSequence) -> Measurement {
    var text = UTF8Buffer(capacity: 16_384)
    return Measurement(name, of: 121) {
      text.truncate()
      for index in 0..<121 { sequence.writeText(ofFrame: index, to: &text) }
      return text.count
    }
  }

  private static var named: [Measurement] {
    animations.map { texts($0, FrameSequence($1)) }
  }

  /// The same texts as a document has them made: their progresses are known, and one call makes all.
  private static var runs: [Measurement] {
    animations.map { name, animation in
      let sequence = FrameSequence(animation)
      let progresses = (0..<121).map { sequence.progress(ofFrame: $0) }
      let none = FramePrefixes(count: 121, ofAbout: 0) { _, _ in }
      return Measurement(name, of: 121) {
        var writer = FrameWriter(UTF8Buffer(capacity: 16_384), prefixes: none)
        animation.write(at: progresses.span, to: &writer)
        return writer.finish().count
      }
    }
  }

  private static var animations: [(name: String, animation: Animation)] {
    pairs.compactMap { name, source, target in
      guard let entry = InterpolatorCatalog.standard[name],
        let interpolation = try? entry.make(InterpolatorCatalog.Options()).prepare(from: source, to: target)
      else { return nil }
      let animation = Animation(
        from: source, to: target, curve: curve("easeInOut"), content: .interpolated(interpolation, writesEnds: false))
      return ("\(name): \(source) → \(target)", animation)
    }
  }

  private static var documents: [Measurement] {
    let animation = try? NamedAnimation([("from", "100 apples"), ("to", "400 apples")])
    return ["json", "ndjson", "csv", "text"].map { name in
      Measurement("\(name), times made too", of: 121) { (try? animation?.document(as: name))?.count ?? 0 }
    }
  }

  private static var requests: [Measurement] {
    [
      Measurement("from, to", of: 1) {
        (try? NamedAnimation([("from", "100 apples"), ("to", "400 apples")]))?.sequence.count ?? 0
      },
      Measurement("from, to, duration, fps, curve, seed", of: 1) {
        let parameters = [
          ("from", "100 apples"), ("to", "400 apples"), ("duration", "2"), ("fps", "60"), ("curve", "ease-in"),
          ("seed", "7"),
        ]
        return (try? NamedAnimation(parameters))?.sequence.count ?? 0
      },
    ]
  }

  private static var handWritten: Measurement {
    let bytes = UnsafeMutablePointer<CChar>.allocate(capacity: 16_384)
    defer { unsafe bytes.deallocate() }
    return Measurement("$1,234.50 → $9,876.25", of: 121) {
      unsafe hand_written_frames(bytes, 121, 123_450, 987_625)
    }
  }

  /// From the query to the response, as on a loop whose cache is off.
  private static var answers: [Measurement] {
    var settings = Settings()
    settings.cacheEntries = 0
    return [
      answer("from, to, duration, fps", settings) { _ in "from=100%20apples&to=400%20apples&duration=2&fps=60" },
      answer("the same to another number each: times found, texts made", Settings()) {
        "from=100%20apples&to=\($0)%20apples&duration=2&fps=60"
      },
      answer("$1,234.50 → $9,876,543,210.25, another each", Settings()) {
        "from=$1,234.50&to=$\($0).25&duration=2&fps=60"
      },
      answer("each with another duration: times made too", Settings()) {
        "from=100%20apples&to=400%20apples&duration=1.99\($0)&fps=60"
      },
    ]
  }

  private static func answer(_ name: String, _ settings: Settings, query: (Int) -> String) -> Measurement {
    let service = Service(settings: settings, logger: Logger(label: "micro") { _ in SwiftLogNoOpLogHandler() })
    let handler = service.handler(on: DispatchQueue(label: "micro"))
    var count = 1_000_000_000
    return Measurement(name, of: 1) {
      count += 1
      let response = handler.respond(to: Request(path: "/v1/frames", query: query(count)))
      return response.status.code
    }
  }

  private static var longTexts: [Measurement] {
    let texts: [(name: String, interpolation: String, unit: String)] = [
      ("numbers of one digit", "auto", "1 "), ("numbers in pairs with commas", "auto", "12,"),
      ("numbers in groups with commas", "auto", "123,"), ("clocks", "auto", "1:02 "), ("Arabic digits", "auto", "١ "),
      ("letters", "morph", "ab "), ("letters", "typewriter", "ab "), ("letters", "scramble", "ab "),
      ("numbers of one digit", "odometer", "1 "),
    ]
    return texts.map { name, interpolation, unit in
      let source = String(repeating: unit, count: 4096 / unit.utf8.count)
      let target = String(source.map { $0 == "1" ? "2" : $0 == "a" ? "b" : $0 == "١" ? "٢" : $0 })
      return Measurement("\(name), \(interpolation)", of: 1) {
        (try? NamedAnimation([("from", source), ("to", target), ("interpolation", interpolation)]))?.sequence.count ?? 0
      }
    }
  }

  private static var curves: [Measurement] {
    [
      "linear", "ease-in-out", "easeInOut", "easeOutBounce", "easeInOutElastic",
      "cubic-bezier(0.68, -0.55, 0.27, 1.55)", "steps(5)",
      "linear(0, 0.25 75%, 1)", "spring(duration: 0.5, bounce: 0.3)",
    ].map { name in
      let curve = curve(name)
      return Measurement(name, of: 240) {
        var sum = 0.0
        for sample in 0..<240 { sum += curve.position(at: Double(sample) / 120, duration: 2) }
        return Int(sum)
      }
    }
  }

  /// The curve of this name; every name here is one of the catalogue's.
  private static func curve(_ text: String) -> any TimingCurve {
    do throws(CurveSyntaxError) {
      return try CurveCatalog.standard.curve(text)
    } catch {
      fatalError("\(text): \(error.description)")
    }
  }
}

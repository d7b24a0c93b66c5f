import AnimationService
import TextAnimation
import TextBytes
import Timing

/// What one frame, one document and one sample of a curve cost, in process.
@main
struct Micro {
  static func main() {
    table("frame (text alone), 121 a call", interpolations)
    table("frame in a document, 121 a call", documents)
    table("request, parsed and prepared", requests)
    table("sample of a curve, 240 a call", curves)
  }

  private static func table(_ head: String, _ measurements: [Measurement]) {
    print("\n| \(head) | ns, median | best |\n|---|--:|--:|")
    for measurement in measurements { print(measurement.row) }
  }

  private static let pairs = [
    ("number", "100 apples", "400 apples"),
    ("number", "$1,234.50", "$9,876.25"),
    ("numbers", "3 of 10 (30%)", "9 of 10 (90%)"),
    ("typewriter", "Loading", "Loaded 400 apples"),
    ("scramble", "ACCESS DENIED", "ACCESS GRANTED"),
    ("morph", "100 apples", "400 apples"),
  ]
}

extension Micro {
  private static var interpolations: [Measurement] {
    pairs.compactMap { name, source, target in
      guard let entry = InterpolatorCatalog.standard[name],
        let interpolation = try? entry.make(InterpolatorCatalog.Options()).prepare(from: source, to: target)
      else { return nil }
      let animation = Animation(
        from: source, to: target, curve: curve("easeInOut"), content: .interpolated(interpolation, writesEnds: false))
      let sequence = FrameSequence(animation)
      var text = UTF8Buffer(capacity: 16_384)
      return Measurement("\(name): \(source) → \(target)", of: 121) {
        text.truncate()
        for index in 0..<121 { sequence.writeText(ofFrame: index, to: &text) }
        return text.count
      }
    }
  }

  private static var documents: [Measurement] {
    let animation = try? NamedAnimation([("from", "100 apples"), ("to", "400 apples")])
    return ["json", "ndjson", "csv", "text"].map { name in
      Measurement(name, of: 121) { (try? animation?.document(as: name))?.count ?? 0 }
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

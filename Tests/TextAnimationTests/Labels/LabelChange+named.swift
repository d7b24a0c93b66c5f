import TextAnimation
import WrittenNumbers
import Interpolation
import TextBytes
import Timing

extension LabelChange {
  /// A change as the service makes it from the names of a curve and of interpolations.
  init(
    _ curve: String = "linear", _ duration: Double? = 1, _ options: InterpolatorCatalog.Options = .init(),
    clamp: Animation.Clamp = .none, prefix: String = "",
    suffix: String = "", by names: [String] = ["number", "colors", "numbers"]
  ) throws {
    self.init(
      curve: try CurveCatalog.standard.curve(curve), curveText: curve, duration: duration, clamp: clamp, prefix: prefix,
      suffix: suffix, content: { source, target in .named(names, options, source, target) },
      curveNamed: { try? CurveCatalog.standard.curve($0) })
  }

  /// A change of numbers that a template writes.
  init(_ curve: String = "linear", _ duration: Double? = 1, writtenBy writer: any TextInterpolator) throws {
    self.init(
      curve: try CurveCatalog.standard.curve(curve), curveText: curve, duration: duration,
      content: { source, target in
        do throws(NotAnimatable) {
          return .interpolated(try writer.prepare(from: source, to: target), writesEnds: true)
        } catch {
          return .immediate(error)
        }
      }, curveNamed: { try? CurveCatalog.standard.curve($0) })
  }
}

extension Animation.Content {
  fileprivate static func named(
    _ names: [String], _ options: InterpolatorCatalog.Options, _ source: String, _ target: String
  ) -> Animation.Content {
    if source == target { return .immediate(NotAnimatable(reason: "both texts are the same")) }
    var refusal = NotAnimatable(reason: "no interpolation was named")
    for name in names {
      guard let entry = InterpolatorCatalog.standard[name] else { continue }
      do throws(NotAnimatable) {
        return .interpolated(try entry.make(options).prepare(from: source, to: target), writesEnds: false)
      } catch {
        refusal = error
      }
    }
    return .immediate(refusal)
  }
}

extension LabelState {
  /// A label that has come from one text and begins its way to another at 0.
  init(from source: String?, to target: String, at seconds: Double = 0, by change: LabelChange) {
    self.init(LabelMotion(to: target, from: source, at: Int64(seconds * 1e6)), by: change)
  }

  /// The text that is shown at a second of the store's clock.
  func text(at seconds: Double) -> String {
    var text = UTF8Buffer()
    writeText(at: Int64((seconds * 1e6).rounded()), to: &text)
    return text.text()
  }

  /// The same label with another target from a second on.
  func going(to target: String, at seconds: Double, by change: LabelChange) -> LabelState {
    retargeted(to: target, by: change, at: Int64((seconds * 1e6).rounded()))
  }
}

import Documents
import Interpolation
package import TextAnimation
package import Timing
import Synchronization
package import TextBytes

#if LocaleFormats
  import LocalizedNumbers
#endif

/// What requests are read by: catalogues and limits.
///
/// A class, because every request hands it on a dozen times.
package final class RequestContext: Sendable {
  package let curves: CurveCatalog
  package let interpolators: InterpolatorCatalog
  package let limits: RequestLimits
  /// `auto`, `none`, and the interpolations of the catalogue.
  let interpolationNames: [String]
  /// What `auto` tries, in order, by its places in the catalogue.
  let automaticInterpolations: [Int]
  /// How a text changes where a request says nothing.
  let plainHow: How
  #if LocaleFormats
    let numberFormats = LocalizedFormats()
  #endif

  package init(limits: RequestLimits, curves: CurveCatalog = .standard, interpolators: InterpolatorCatalog = .standard)
  {
    self.limits = limits
    self.curves = curves
    self.interpolators = interpolators
    interpolationNames = Parameter.Kind.interpolations(of: interpolators)
    automaticInterpolations = ["number", "colors", "numbers", "words"].compactMap { name in
      interpolators.entries.firstIndex { $0.name == name }
    }
    let curve = try? curves.curve(Manner.defaultCurve)
    plainHow = How(Manner(curve: WrittenCurve(text: Manner.defaultCurve, curve: curve ?? Linear())))
  }
}

// MARK: - What the catalogues do

extension RequestContext {
  /// A hash of what is told of the curves and interpolations, and of what they do with some texts.
  ///
  /// They are closures, which say nothing of themselves: those of a program that replaces one by another of the same name
  /// differ by what samples show.
  package var fingerprint: UInt64 {
    var known = UTF8Buffer(capacity: 65_536)
    known.append(contentsOf: catalogDocument(curves: curves, interpolators: interpolators))
    for entry in curves.entries { known.appendSamples(of: try? curves.curve(entry.example)) }
    for entry in interpolators.entries {
      known.append(entry.takes.rawValue)
      known.append(entry.isTyped ? 1 : 0)
      for (source, target) in [("", "8"), ("1.5 red apples", "20 blue pears"), ("Up #ff0000", "Down #0000ff")] {
        known.appendSamples(of: entry.make(InterpolatorCatalog.Options(isAsked: true)), from: source, to: target)
      }
    }
    return known.fingerprint
  }
}

extension UTF8Buffer {
  fileprivate mutating func appendSamples(of curve: (any TimingCurve)?) {
    guard let curve = curve?.fitted(to: 1) else { return append(0xFF) }
    for place in 1..<32 { appendBits(of: curve.position(at: Double(place) / 32, duration: 1)) }
    appendBits(of: curve.settlingDuration(within: Settling.visibleShare) ?? -1)
  }

  fileprivate mutating func appendSamples(
    of interpolator: any TextInterpolator, from source: String, to target: String
  ) {
    var meter = Meter(limit: 1_000_000)
    do throws(NotAnimatable) {
      let interpolation = try interpolator.prepare(from: source, to: target, spending: &meter)
      for progress in [0.1, 0.3, 0.5, 0.7, 0.9] {
        interpolation.write(at: progress, to: &self)
        append(0xFF)
        for glyph in interpolation.glyphs?(progress) ?? [] {
          for number in [glyph.x, glyph.y, glyph.scale, glyph.rotation, glyph.opacity] { appendBits(of: number) }
        }
      }
    } catch {
      append(contentsOf: error.reason)
    }
  }

  private mutating func appendBits(of number: Double) { append(lowBytesOf: UInt128(number.bitPattern), count: 8) }
}

/// How much a request may ask for.
package struct RequestLimits: Sendable {
  package let text: TextLimits
  /// Of all animations together.
  package let frames: Int
  /// Seconds within which a spring has to settle, unless a duration is given.
  package let settling: Double
  package let animations: Int
  /// Of all animations' parameters together, the defaults counted for each.
  package let animationsBytes: Int

  package init(text: TextLimits, frames: Int, settling: Double, animations: Int, animationsBytes: Int) {
    (self.text, self.frames, self.settling) = (text, frames, settling)
    (self.animations, self.animationsBytes) = (animations, animationsBytes)
  }
}

extension RequestContext {
  /// How a request names an interpolation.
  func interpolationName(_ choice: InterpolationChoice) -> String {
    switch choice {
    case .auto: "auto"
    case .none: "none"
    case .entry(let index): interpolators.entries[index].name
    }
  }

  /// The parameters that make a difference to an interpolation.
  func takes(_ choice: InterpolationChoice) -> InterpolatorCatalog.Takes {
    switch choice {
    case .auto: [.roundingFactor, .format]
    case .none: []
    case .entry(let index): interpolators.entries[index].takes
    }
  }

  /// Loads ICU's data, which takes 30 ms.
  package func loadNumberFormats() {
    #if LocaleFormats
      numberFormats.load()
    #endif
  }
}

/// A ``Meter`` that closures spend from which are called on whichever thread, one after the other.
package final class SharedMeter: Sendable {
  private let meter: Mutex<Meter>

  package init(limit: Int = .max) {
    meter = Mutex(Meter(limit: limit))
  }

  /// The units that have been spent.
  package var spent: Int { meter.withLock { $0.spent } }

  /// What has spent the last unit; `nil` while something is left.
  package var blamed: Meter.Site? { meter.withLock { $0.blamed } }

  /// Whether nothing is left.
  package var isExhausted: Bool { blamed != nil }

  /// Spends some units, as ``Meter/spend(_:_:)``.
  package func spend(_ units: Int, _ site: Meter.Site) {
    meter.withLock { _ = $0.spend(units, site) }
  }

  /// Has a piece of work spend what is left.
  package func spend<Value, Failure: Error>(by work: (inout Meter) throws(Failure) -> Value) throws(Failure) -> Value {
    var own = Meter(limit: meter.withLock { $0.left })
    defer { spend(own.spent, own.blamed ?? .texts) }
    return try work(&own)
  }
}

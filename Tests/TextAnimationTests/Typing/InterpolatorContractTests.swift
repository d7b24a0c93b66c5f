import ProcessorTime
import TextFilms
import Testing
import TextAnimation
import WrittenNumbers
import Interpolation

/// What holds for every interpolator that can animate any pair of texts.
struct InterpolatorContractTests {
  static let interpolators: [any TextInterpolator] =
    InterpolatorCatalog.standard.entries.map { $0.make(.init(seed: 7)) }
    .filter { (try? $0.prepare(from: "any", to: "Pair!")) != nil }
    + [ScrambleInterpolator(seed: 7, alphabet: "01👾e\u{301}")]

  @Test(arguments: interpolators)
  func `the first frame is the source and the last the target, byte for byte`(
    _ interpolator: any TextInterpolator
  ) throws {
    for (source, target) in OddTexts.pairs {
      let interpolation = try interpolator.prepare(from: source, to: target)
      for start in [0, -0.0, -0.5, -1e300] {
        #expect(interpolation.bytes(at: start) == Array(source.utf8), "\(source) → \(target) at \(start)")
      }
      for end in [1, 1.5, 1e300] {
        #expect(interpolation.bytes(at: end) == Array(target.utf8), "\(source) → \(target) at \(end)")
      }
    }
  }

  @Test(arguments: interpolators)
  func `every frame is valid UTF-8 and the same when asked again`(_ interpolator: any TextInterpolator) throws {
    for (source, target) in OddTexts.pairs {
      let interpolation = try interpolator.prepare(from: source, to: target)
      let again = try interpolator.prepare(from: source, to: target)
      for progress in OddTexts.progresses {
        let bytes = interpolation.bytes(at: progress)
        #expect(String(validating: bytes, as: UTF8.self) != nil, "\(source) → \(target) at \(progress)")
        #expect(bytes == again.bytes(at: progress), "\(source) → \(target) at \(progress)")
      }
    }
  }

  @Test(arguments: interpolators)
  func `equal texts do not change`(_ interpolator: any TextInterpolator) throws {
    for text in OddTexts.all {
      let interpolation = try interpolator.prepare(from: text, to: text)
      for progress in OddTexts.progresses {
        #expect(interpolation.bytes(at: progress) == Array(text.utf8), "\(text) at \(progress)")
      }
    }
  }

  @Test(arguments: interpolators)
  func `the threshold is above 0 and at most half`(_ interpolator: any TextInterpolator) throws {
    for (source, target) in OddTexts.pairs {
      let threshold = try interpolator.prepare(from: source, to: target).threshold
      #expect(threshold > 0 && threshold <= 0.5, "\(source) → \(target)")
    }
  }

  @Test(arguments: interpolators)
  func `not a number shows the source`(_ interpolator: any TextInterpolator) throws {
    #expect(try interpolator.prepare(from: "from", to: "to").text(at: .nan) == "from")
  }

  /// Sixteen times as long as one may be: whatever grows faster than the length would take minutes.
  @Test(arguments: interpolators)
  func `a long text is ready at once`(_ interpolator: any TextInterpolator) throws {
    let start = processorSeconds()
    let source = String(repeating: "ab c", count: 16_384)
    let target = String(repeating: "1é🇩🇪", count: 21_840)
    let interpolation = try interpolator.prepare(from: source, to: target)
    #expect(interpolation.text(at: 0.5) != source)
    #expect(processorSeconds() - start < 60)
  }
}

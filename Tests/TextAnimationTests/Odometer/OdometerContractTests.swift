import ProcessorTime
import TextFilms
import Interpolation
import Glibc
import Testing
import TextAnimation
import WrittenNumbers

/// What holds for every odometer, whatever its mode and its direction.
struct OdometerContractTests {
  static let odometers = ColumnMode.allCases.flatMap { mode in
    ColumnDirection.allCases.map { OdometerInterpolator(mode: mode, direction: $0) }
  }

  static let numbers = [
    ("0", "9"), ("9", "1"), ("99", "100"), ("1,000", "999"), ("1.95", "2.05"), ("-1", "1"), ("5", "-3"),
    ("-7", "-70"),
    ("+3", "-40"), ("$9.50", "-$120.25"), ("(12)", "5"), ("0:58", "1:02"), ("59:59", "1:00:01"),
    ("9:59:59.5", "10:00:00.5"),
    (".5", ".7"), ("98%", "3%"), ("٩", "٧"), ("12,34,567", "99"), ("-5", "0"), ("0", "1000000"),
  ]

  static let texts =
    numbers + [
      ("007 of 10", "12 of 20"), ("1 2 3", "3 2 1"), ("a1b22c", "a22b1c"), (".5", ".75"), ("0", "0.0"), ("5", "5.00"),
      ("٩", "12"),
      ("1000", "2,000"),
      ("01:02:03", "59:59"), ("123456789012345678901234567", "-.00000000001"),
    ]

  static let progresses =
    (-8...40).map { Double($0) / 32 } + [1e-300, 1 - 1e-16, 0.333, 2.7, -3.1, 1e9, -1e9, 1e300, -1e300, 1.7e308]

  private static func columns(
    _ odometer: OdometerInterpolator, _ source: String, _ target: String
  ) throws -> any TextInterpolation {
    try odometer.prepare(from: source, to: target)
  }

  @Test(arguments: odometers)
  func `it starts and ends at rest on the caller's texts`(_ odometer: OdometerInterpolator) throws {
    for (source, target) in Self.texts {
      let columns = try Self.columns(odometer, source, target)
      for (progress, text) in [(0.0, source), (1.0, target)] {
        let rest = columns.columns(at: progress)
        #expect(rest.text.utf8.elementsEqual(text.utf8), "\(source) → \(target)")
        #expect(rest.allSatisfy { $0.opacity == 1 && $0.offset ?? 0 == 0 }, "\(source) → \(target)")
      }
    }
  }

  @Test(arguments: odometers)
  func `every column can be drawn, and is the same when asked again`(_ odometer: OdometerInterpolator) throws {
    for (source, target) in Self.texts {
      let columns = try Self.columns(odometer, source, target)
      let again = try Self.columns(odometer, source, target)
      for progress in Self.progresses {
        let shown = columns.columns(at: progress)
        #expect(shown == again.columns(at: progress))
        for column in shown {
          let isDrawable =
            (0..<1).contains(column.offset ?? 0) && column.opacity > 0 && column.opacity <= 1 && !column.text.isEmpty
          #expect(isDrawable, "\(source) → \(target) at \(progress): \(column)")
        }
      }
      #expect(columns.threshold > 0)
    }
  }

  @Test(arguments: odometers)
  func `a small step moves every column a little`(_ odometer: OdometerInterpolator) throws {
    let step = 1e-9
    for (source, target) in Self.numbers {
      let columns = try Self.columns(odometer, source, target)
      let ticks = (-32...160).map { Double($0) / 128 }
      for progress in ticks + ticks.map({ $0 - step }) {
        let (before, after) = (columns.columns(at: progress).wheels, columns.columns(at: progress + step).wheels)
        for wheel in 0..<max(before.count, after.count) {
          guard wheel < before.count, wheel < after.count else {
            let opacity = wheel < before.count ? before[wheel].opacity : after[wheel].opacity
            #expect(opacity < 0.05, "\(source) → \(target) at \(progress)")
            continue
          }
          let distance = abs(before[wheel].position - after[wheel].position)
          #expect(min(distance, before[wheel].base - distance) < 0.05, "\(source) → \(target) at \(progress)")
          #expect(abs(before[wheel].opacity - after[wheel].opacity) < 0.05, "\(source) → \(target) at \(progress)")
        }
      }
    }
  }

  @Test func `a mechanical odometer shows most of the digits of its text`() throws {
    for (source, target) in Self.texts where source.count < 20 {
      let columns = try Self.columns(OdometerInterpolator(), source, target)
      for step in 1..<101 {
        // No frame lies half way between two digits.
        let progress = Double(step) / 101.3
        #expect(columns.columns(at: progress).visibleText == columns.text(at: progress), "\(source) → \(target)")
      }
    }
  }

  @Test func `as many columns as a number may have are ready in time`() throws {
    let digits = String(repeating: "9", count: 38)
    let odometer = OdometerInterpolator(mode: .continuous, direction: .up)
    let columns = try Self.columns(odometer, digits, "1" + digits.dropLast())
    let start = processorSeconds()
    for step in 1...20 { #expect(columns.columns(at: Double(step) / 21).count == 38) }
    #expect(processorSeconds() - start < 1)
  }
}

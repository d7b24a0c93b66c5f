import Interpolation
import TextAnimation
import TextBytes
import WrittenNumbers

/// What is stored of a label: the parameters of its newest change as they were given, and its motion.
///
/// Its bytes are JSON with the number of their form, so that nodes of the next version can read them.
struct LabelRecord: Equatable, Sendable {
  /// The parameters, what earlier changes gave and later ones left out included; without `from` and `to`.
  var parameters: [JSONValue.Member]
  /// Whether reading it takes a key or a token.
  var isPrivate: Bool
  /// Whether its curve is that of labels of which nobody has said how they move.
  var movesByDefault: Bool
  /// What begins a fraction in the target, where an addition has written one that could be read otherwise: `1.050 L`.
  var decimalSeparator: Character?
  /// The plural of the target's word, where an addition or a run has written its singular: `1 apple`.
  var plural: String?
  var motion: LabelMotion

  init(
    parameters: [JSONValue.Member], isPrivate: Bool, movesByDefault: Bool = false, decimalSeparator: Character? = nil,
    plural: String? = nil, motion: LabelMotion
  ) {
    self.parameters = parameters
    self.isPrivate = isPrivate
    self.movesByDefault = movesByDefault
    self.decimalSeparator = decimalSeparator
    self.plural = plural
    self.motion = motion
  }
}

extension LabelRecord {
  private static let form = 1

  /// What is stored.
  var bytes: [UInt8] {
    var json = UTF8Buffer(capacity: 512)
    json.appendJSONObject { record in
      record.appendJSONMember("form", Self.form)
      if isPrivate { record.appendJSONMember("private", true) }
      if movesByDefault { record.appendJSONMember("default", true) }
      if let decimalSeparator { record.appendJSONMember("decimal", String(decimalSeparator)) }
      if let plural { record.appendJSONMember("plural", plural) }
      record.appendJSONMember("parameters", JSONValue.object(parameters))
      if let source = motion.source { record.appendJSONMember("from", source) }
      record.appendJSONMember("to", motion.target)
      record.appendJSONMember("start", Int(motion.start))
      if let run = motion.run {
        record.appendJSONName("run")
        run.write(to: &record)
      }
      writeProgress(to: &record)
    }
    return json.bytes()
  }

  /// Appends how a label runs, to who may read it: its rate, and when it stops, if it does.
  func writeCourse(to object: inout UTF8Buffer) {
    guard let run = motion.run else { return }
    if case .number(let rate)? = parameters.last(where: { $0.name == "rate" })?.value {
      object.appendJSONMember("rate", rate)
    }
    if let end = run.endTime { object.appendJSONMember("end", Int(end)) }
  }

  /// Appends what is under way.
  private func writeProgress(to record: inout UTF8Buffer) {
    if !motion.residuals.isEmpty {
      record.appendJSONName("residuals")
      record.appendJSONArray { array in
        for residual in motion.residuals { residual.write(to: &array) }
      }
    }
    guard !motion.glyphs.isEmpty else { return }
    record.appendJSONName("glyphs")
    record.appendJSONArray { array in
      for glyph in motion.glyphs { glyph.writeStored(to: &array) }
    }
  }

  /// Reads what was stored; `nil` for what no version up to this one writes.
  init?(_ bytes: [UInt8]) {
    guard let value = try? JSONValue(parsing: bytes), value["form"] == .number(String(Self.form)),
      case .object(let parameters) = value["parameters"], case .string(let target) = value["to"],
      let start = value["start"]?.time
    else { return nil }
    var source: String?
    if case .string(let text) = value["from"] { source = text }
    var separator: Character?
    if case .string(let text) = value["decimal"] { separator = text.first }
    var plural: String?
    if case .string(let text) = value["plural"] { plural = text }
    var residuals: [Residual] = []
    if case .array(let elements) = value["residuals"] {
      residuals = elements.compactMap { Residual($0) }
      guard residuals.count == elements.count else { return nil }
    }
    var glyphs: [Glyph] = []
    if case .array(let elements) = value["glyphs"] {
      glyphs = elements.compactMap { Glyph(stored: $0) }
      guard glyphs.count == elements.count else { return nil }
    }
    var run: LabelRun?
    if let value = value["run"] {
      run = LabelRun(value)
      guard run != nil else { return nil }
    }
    self.init(
      parameters: parameters, isPrivate: value["private"] == .bool(true),
      movesByDefault: value["default"] == .bool(true), decimalSeparator: separator, plural: plural,
      motion: LabelMotion(to: target, from: source, at: start, residuals: residuals, glyphs: glyphs, run: run))
  }
}

extension LabelRecord {
  /// Whether it can be what a change at a time has stored: all of it began then or before.
  func isOf(changeAt time: Int64) -> Bool {
    (0...time).contains(motion.start) && motion.residuals.allSatisfy { (0...motion.start).contains($0.start) }
      && motion.run.map { $0.since == motion.start } ?? true
  }
}

extension LabelRun {
  /// Appends it as an array: when it was which number, its rate, where it ends or null, and whether it is paused.
  fileprivate func write(to buffer: inout UTF8Buffer) {
    buffer.appendJSONArray { array in
      array.appendJSON(Int(since))
      array.appendJSON(value.description)
      array.appendJSON(rate.description)
      array.appendJSON(end.map { JSONValue.string($0.description) } ?? .null)
      if isPaused { array.appendJSON(true) }
    }
  }

  fileprivate init?(_ value: JSONValue) {
    guard case .array(let parts) = value, (4...5).contains(parts.count), let since = parts[0].time,
      let number = parts[1].decimal, let rate = parts[2].decimal, !rate.isZero
    else { return nil }
    let end = parts[3].decimal
    guard end != nil || parts[3] == .null else { return nil }
    self.init(number, since: since, rate: rate, end: end, isPaused: parts.count == 5 && parts[4] == .bool(true))
  }
}

extension Residual {
  /// More seconds than any change takes at the lowest speed.
  private static let longest = 1e9

  /// Appends it as an array: start, curve, seconds, ways, and velocities where there are any.
  fileprivate func write(to buffer: inout UTF8Buffer) {
    buffer.appendJSONArray { array in
      array.appendJSON(Int(start))
      array.appendJSON(curve)
      array.appendJSON(duration)
      array.appendJSON(distances)
      if !velocities.isEmpty { array.appendJSON(velocities) }
    }
  }

  fileprivate init?(_ value: JSONValue) {
    guard case .array(let parts) = value, (4...5).contains(parts.count), let start = parts[0].time,
      case .string(let curve) = parts[1], let duration = parts[2].double(upTo: Self.longest),
      case .array(let distances) = parts[3]
    else { return nil }
    var velocities: [Double] = []
    if parts.count == 5 {
      guard case .array(let numbers) = parts[4] else { return nil }
      velocities = numbers.compactMap { $0.double() }
      guard velocities.count == numbers.count else { return nil }
    }
    let ways = distances.compactMap { if case .string(let text) = $0 { text } else { nil } }
    guard ways.count == distances.count else { return nil }
    self.init(start: start, curve: curve, duration: duration, distances: ways, velocities: velocities)
  }
}

extension Glyph {
  /// More than any number of a glyph: cells, lines, degrees.
  private static let farthest = 1e6

  /// Appends it as an array: text, place, size, rotation and opacity.
  fileprivate func writeStored(to buffer: inout UTF8Buffer) {
    buffer.appendJSONArray { array in
      array.appendJSON(text)
      for number in [x, y, scale, rotation, opacity] { array.appendJSON(number) }
    }
  }

  fileprivate init?(stored value: JSONValue) {
    guard case .array(let parts) = value, parts.count == 6, case .string(let text) = parts[0] else { return nil }
    let numbers = parts.dropFirst().compactMap { $0.double(upTo: Self.farthest) }
    guard numbers.count == 5 else { return nil }
    self.init(
      text, x: numbers[0], y: numbers[1], scale: numbers[2], rotation: numbers[3], opacity: numbers[4])
  }
}

extension JSONValue {
  /// A number that was written in plain digits.
  fileprivate var decimal: Decimal? {
    guard case .string(let text) = self, !text.isEmpty else { return nil }
    return Decimal(plain: text)
  }

  /// A time in microseconds since 1970 that a double has exactly, so that no difference of two overflows.
  fileprivate var time: Int64? {
    guard case .number(let text) = self, let time = Int64(text), time.magnitude < 1 << 53 else { return nil }
    return time
  }

  /// As the shortest decimal was written from which the same double comes back; `nil` for one beyond `limit`.
  fileprivate func double(upTo limit: Double = .greatestFiniteMagnitude) -> Double? {
    guard case .number(let text) = self, let value = Double(text), value.magnitude <= limit else { return nil }
    return value
  }
}

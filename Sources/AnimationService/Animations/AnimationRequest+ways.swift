import TextAnimation
import TextBytes

// Several texts, one after another: `to` as a list.
extension AnimationRequest {
  /// The most texts of one list.
  static let maximumTexts = 64

  /// The change through all texts, with the name of the interpolation of the first way that has one, and a warning for
  /// each way whose text changes at once.
  func led(
    in context: ServiceContext, _ meter: inout Meter
  ) throws(Problem) -> (String, Animation, [ParameterProblem]) {
    var contents: [Animation.Content] = []
    var name = "none"
    var warnings: [ParameterProblem] = []
    let texts = [source ?? ""] + texts
    for (before, after) in zip(texts, texts.dropFirst()) {
      let way = try way(from: before, to: after, in: context, &meter)
      if name == "none" { name = way.name }
      if case .immediate(let refusal) = way.content, before != after, interpolation != "none" {
        let detail = "changes at once from `\(before.excerpt)` to `\(after.excerpt)`: \(refusal.reason)"
        warnings.append(ParameterProblem(parameter: "to", detail: detail))
      }
      contents.append(way.content)
    }
    // An effect takes its time for each of the labels.
    let isInstant = contents.allSatisfy(\.isInstant)
    let effectDuration = isInstant ? Self.effectDuration(curve).map { $0 * Double(contents.count) } : nil
    let animation = Animation(
      through: texts, at: times, curve: curve, duration: duration ?? effectDuration, clamp: clamp, prefix: prefix,
      suffix: suffix, contents: contents)
    return (name, animation, warnings)
  }

  /// What leads from one of the texts to the next.
  ///
  /// - Throws: What is wrong with any of them.
  private func way(
    from source: String, to target: String, in context: ServiceContext, _ meter: inout Meter
  ) throws(Problem) -> (name: String, content: Animation.Content) {
    var way = self
    (way.source, way.target, way.texts) = (source, target, [])
    do throws(Problem) {
      return try way.content(context, spending: &meter)
    } catch {
      let problems = unwritableTexts(spending: &meter)
      throw problems.isEmpty ? error : .invalidParameters(problems)
    }
  }
}

extension JSONValue {
  /// The texts of an array, or in a query of a JSON array of texts in quotation marks; `nil` for anything else.
  func texts(_ limits: TextLimits) throws(ParameterRefusal) -> [String]? {
    guard let elements = list else { return nil }
    guard 1...AnimationRequest.maximumTexts ~= elements.count else {
      throw ParameterRefusal("must be from 1 to \(AnimationRequest.maximumTexts) texts, not \(elements.count)")
    }
    var texts: [String] = []
    for (index, element) in elements.enumerated() {
      do throws(ParameterRefusal) {
        texts.append(try element.shortText(limits))
      } catch {
        throw ParameterRefusal("has an element \(index) that \(error.detail)")
      }
    }
    let (bytes, limit) = (texts.reduce(0) { $0 + $1.utf8.count }, limits.bytes)
    guard bytes <= limit else {
      throw ParameterRefusal("has texts of \(bytes) bytes together; \(limit) are possible")
    }
    return texts
  }

  /// A text that merely begins with a bracket, such as `[1, 2]`, is no list.
  private var list: [JSONValue]? {
    switch self {
    case .array(let elements): return elements
    case .string(let text) where text.hasPrefix("[\"") && text.hasSuffix("\"]"):
      guard case .array(let elements)? = try? JSONValue(parsing: Array(text.utf8)), elements.count > 1 else {
        return nil
      }
      return elements.allSatisfy(\.isText) ? elements : nil
    default: return nil
    }
  }

  private var isText: Bool {
    if case .string = self { true } else { false }
  }
}

extension RequestParameters {
  /// Puts the source before the texts of a list, and finds when each is reached.
  mutating func finishTexts() {
    guard !animation.texts.isEmpty else {
      if has(.times) { warn("times", "has no effect unless `to` is a list of texts") }
      return
    }
    if animation.parts?.template != nil { refuse("to", "cannot be a list together with `template`") }
    var times = animation.times
    guard times.isEmpty || times.count == animation.texts.count else {
      refuse("times", "has \(times.count) numbers, but `to` has \(animation.texts.count) texts")
      return
    }
    if animation.source == nil, animation.texts.count > 1 {
      animation.source = animation.texts.removeFirst()
      animation.sourceParameter = "to"
    } else if !times.isEmpty {
      times.insert(0, at: 0)
    }
    let last = Double(animation.texts.count)
    if times.isEmpty { times = (0...animation.texts.count).map { Double($0) / last } }
    if zip(times, times.dropFirst()).contains(where: >) { refuse("times", "must not fall from one text to the next") }
    animation.times = times
    guard animation.texts.count == 1, times == [0, 1] else { return }
    // One text is the target.
    animation.texts = []
  }
}

extension ParameterSet {
  fileprivate static let times = ParameterSet(named: ["times"])
}

import TextAnimation
import TextBytes

/// The texts of a sequence that differ from the one before, as captions and pictures show them, and how far they have been
/// handed on.
struct Cues: Sendable {
  let prepared: PreparedSequence
  /// The times of the whole sequence, where they are known.
  private let timing: TimingTable?
  /// When the text of the frame before ``next`` began to show.
  private var start = 0.0
  /// The first frame that was not looked at.
  private var next = 0
  /// Whether the last cue was handed on.
  private(set) var isEnd = false

  init(_ prepared: PreparedSequence, _ timing: TimingTable?) {
    (self.prepared, self.timing) = (prepared, timing)
  }

  /// What it takes to write a cue beside its text.
  private static let unitsOfCue = 300

  /// Whether no cue was handed on.
  var isStart: Bool { next == 0 }

  /// Hands on each text with the time for which it shows, until nothing is left to be spent or `show`, which takes them, wants
  /// no more.
  ///
  /// Times are in seconds from the start of the sequence; that of the first is 0, since what is shown before the delay is over
  /// is the first text too. The last, which stays, has no end.
  mutating func forEach(
    spending meter: inout Meter, _ show: (_ start: Double, _ end: Double?, borrowing Span<UInt8>) -> Bool
  ) {
    let sequence = prepared.sequence
    let first = max(next, 1)
    var shown = UTF8Buffer()
    sequence.writeText(ofFrame: first - 1, to: &shown)
    var text = UTF8Buffer()
    let units = sequence.animation.unitsOfText
    for index in first..<max(sequence.count ?? 0, first) {
      text.truncate()
      sequence.animation.write(at: timing?.progresses[index] ?? sequence.progress(ofFrame: index), to: &text)
      guard meter.spend(units + Animation.unitsOfByte * text.count, .frames) else { return }
      guard !text.hasSameBytes(as: shown) else { continue }
      guard meter.spend(Self.unitsOfCue + Animation.unitsOfByte * shown.count, .frames) else { return }
      let end = sequence.time(of: index)
      let wantsMore = show(start, end, shown.span)
      (start, next) = (end, index + 1)
      guard wantsMore else { return }
      swap(&shown, &text)
    }
    _ = show(start, nil, shown.span)
    isEnd = true
  }
}

extension UTF8Buffer {
  fileprivate func hasSameBytes(as other: borrowing UTF8Buffer) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where self[index] != other[index] { return false }
    return true
  }
}

// MARK: - Captions

extension SequenceRepresentation {
  static let vtt = SequenceRepresentation(
    "vtt", "text/vtt", by: .pieces { CaptionWriter(cues: Cues($0.shown, $0.timings?[0])) })
}

/// The sequence as a caption track of WebVTT.
private struct CaptionWriter: DocumentWriter {
  /// How long the last text stays, in seconds: WebVTT has no end that is open.
  private static let lastCueDuration = 86_400.0

  var cues: Cues

  var isEnd: Bool { cues.isEnd }

  mutating func write(to vtt: inout UTF8Buffer, until size: Int, spending meter: inout Meter) {
    if cues.isStart { vtt.append("WEBVTT\n\n") }
    cues.forEach(spending: &meter) { start, end, text in
      vtt.appendCue(from: start, to: end ?? start + Self.lastCueDuration, text)
      return vtt.count < size
    }
  }
}

// MARK: - Lottie

extension SequenceRepresentation {
  static let lottie = SequenceRepresentation(
    "lottie", "video/lottie+json", "has the texts alone",
    by: .pieces { LottieWriter(cues: Cues($0.shown, $0.timings?[0])) })
}

/// The sequence as Lottie: a layer of text, whose document is another at each keyframe and stays until the next.
///
/// It has the texts alone: effects, wheels and the places of characters are for pictures.
struct LottieWriter: DocumentWriter {
  /// How long the last text is shown before a player that repeats begins again, in seconds.
  private static let lastTextDuration = 1.0
  private static let fontSize = 48
  /// The advance of a digit in most fonts of equal width, as a share of the font size; wide characters take two.
  private static let advance = 0.62
  /// What it takes to count the cells of a text, in units of a meter.
  private static let unitsOfMeasuredByte = 400

  var cues: Cues

  var isEnd: Bool { cues.isEnd }

  /// What stands behind the last keyframe.
  var tail: StaticString { "\n]},\"p\":{},\"m\":{\"g\":1,\"a\":{\"a\":0,\"k\":[0,0]}},\"a\":[]}}]}\n" }

  mutating func write(to json: inout UTF8Buffer, until size: Int, spending meter: inout Meter) {
    let fps = cues.prepared.sequence.fps
    var isFirst = cues.isStart
    if isFirst {
      guard meter.spend(Self.unitsOfMeasuredByte * cues.prepared.sequence.animation.textBytes, .frames) else { return }
      writeHead(to: &json)
    }
    cues.forEach(spending: &meter) { start, _, text in
      if !isFirst { json.append(",") }
      isFirst = false
      json.append("\n{\"t\":")
      json.append(shortest: start * fps)
      json.append(",\"s\":{\"f\":\"Mono\",\"s\":")
      json.append(decimal: Self.fontSize)
      json.append(",\"lh\":58,\"ls\":0,\"tr\":0,\"j\":0,\"fc\":[0.1,0.1,0.1],\"t\":")
      json.appendJSONString { string in
        // A line ends with CR in Lottie.
        for index in text.indices { string.append(text[index] == 0x0a ? 0x0d : text[index]) }
      }
      json.append("}}")
      return json.count < size
    }
  }

  /// Appends what stands before the first keyframe.
  private func writeHead(to json: inout UTF8Buffer) {
    let sequence = cues.prepared.sequence
    let texts = sequence.animation.shownTexts
    let cells = texts.reduce(0) { max($0, $1.cells) } + 2
    let width = Int(Double(cells * Self.fontSize) * Self.advance) + Self.fontSize
    let end = (sequence.duration + Self.lastTextDuration) * sequence.fps
    json.append("{\"v\":\"5.7.0\"")
    json.appendJSONMember("nm", texts.last ?? "")
    json.appendJSONMember("fr", sequence.fps)
    json.appendJSONMember("ip", 0)
    json.appendJSONMember("op", end)
    json.appendJSONMember("w", width)
    json.appendJSONMember("h", 72)
    json.append(
      """
      ,"ddd":0,"assets":[],
      "fonts":{"list":[{"fName":"Mono","fFamily":"monospace","fStyle":"Regular","ascent":75}]},
      "layers":[{"ty":5,"ind":1,"nm":"text","sr":1,"ao":0,"bm":0,"st":0,"ip":0
      """)
    json.appendJSONMember("op", end)
    json.append(
      """
      ,
      "ks":{"o":{"a":0,"k":100},"r":{"a":0,"k":0},"p":{"a":0,"k":[24,52]},"a":{"a":0,"k":[0,0]},"s":{"a":0,"k":[100,100]}},
      "t":{"d":{"k":[
      """)
  }
}

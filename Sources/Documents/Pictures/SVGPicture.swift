import TextAnimation
import TextBytes

/// A sequence as a moving picture: an SVG that plays by itself wherever an image may stand.
///
/// SMIL moves it, since scripts and style sheets of a page cannot reach into an image. What knows nothing of SMIL shows the
/// last frame. Where it becomes part of a page, its rules match nothing else there: they have a class that is made from
/// all that it shows. Who prefers reduced motion sees the last text alone.
struct SVGPicture {
  let prepared: PreparedSequence
  let style: PictureStyle
  /// Seconds that are over when it begins.
  fileprivate let elapsed: Double
  /// Seconds before its first turn, during which it stands.
  let begin: Double
  /// Seconds of one turn; `nil` where it is shown once.
  let period: Double?

  /// Whether the first text is that which is shown where nothing moves: it stands before it begins, or is what is true.
  var showsFirst: Bool { begin > 0 || style.keepsMotion }

  init(_ prepared: PreparedSequence, _ style: PictureStyle) {
    (self.prepared, self.style) = (prepared, style)
    let sequence = prepared.sequence
    let delay = sequence.playback.delay
    let turn = sequence.duration - delay + style.repeatDelay
    // What changes at once does so once.
    let isRepeated = style.repeatCount != .times(1) && sequence.animation.isAnimated && turn > 0
    period = isRepeated ? turn : nil
    begin = isRepeated ? delay : 0
    elapsed = isRepeated ? delay : style.elapsed
  }
}

extension SequenceRepresentation {
  package static let svg = SequenceRepresentation(
    "svg", "image/svg+xml", isPicture: true,
    by: .pieces { SVGWriter(SVGPicture($0.shown, $0.picture), $0.timings?[0]) })
}

extension PreparedSequence {
  /// Whether its pictures have pieces that move.
  var isMoving: Bool { details.columns != nil || details.glyphs != nil || details.transition != nil }
}

/// Writes a picture, and knows how far it has come.
struct SVGWriter: DocumentWriter {
  private let picture: SVGPicture
  private let maker: PictureMaker
  private let progresses: [Double]?
  private var cues: Cues
  /// What is written of a picture whose pieces move.
  private var moving: MovingPicture?
  private var layer = 0
  private var layout: PictureLayout?
  private(set) var isEnd = false

  init(_ picture: SVGPicture, _ timing: TimingTable? = nil) {
    self.picture = picture
    maker = PictureMaker(picture.prepared, picture.style)
    progresses = timing?.progresses
    cues = Cues(picture.prepared, timing)
  }

  var tail: StaticString { "</svg>\n" }

  mutating func write(to svg: inout UTF8Buffer, until size: Int, spending meter: inout Meter) {
    if maker.isMoving { writeLayers(to: &svg, until: size, &meter) } else { writeCues(to: &svg, until: size, &meter) }
    if isEnd { svg.append("</g>\n") }
  }

  /// Appends each piece with its ways through all frames.
  private mutating func writeLayers(to svg: inout UTF8Buffer, until size: Int, _ meter: inout Meter) {
    let isStart = moving == nil
    let first = picture.period == nil ? picture.prepared.sequence.index(at: picture.elapsed) : 0
    let moving = moving ?? MovingPicture(maker, progresses, from: first, since: picture.elapsed, &meter)
    guard !meter.isExhausted else { return }
    self.moving = moving
    let (writer, name) = (SVGLayers(picture, moving, maker.alignment), picture.name)
    if isStart { picture.writeHead(moving.layout, maker.alignment, to: &svg) { writer.writeWindows(name, to: &$0) } }
    while svg.count < size, layer < moving.layers.count {
      let start = svg.count
      writer.write(layer, name, to: &svg)
      layer += 1
      guard meter.spend(1_000 + 10 * (svg.count - start), .frames) else { return }
    }
    isEnd = layer == moving.layers.count
  }

  /// Appends each text that differs from the one before, made visible for its time.
  private mutating func writeCues(to svg: inout UTF8Buffer, until size: Int, _ meter: inout Meter) {
    var maker = maker
    let isStart = layout == nil
    let layout = layout ?? maker.layout(progresses, spending: &meter)
    guard !meter.isExhausted else { return }
    self.layout = layout
    if isStart { picture.writeHead(layout, maker.alignment, to: &svg) }
    let x = layout.origin(maker.alignment)
    cues.forEach(spending: &meter) { [picture] start, end, text in
      picture.write(text, from: start, to: end, at: x, maker.alignment, to: &svg)
      return svg.count < size
    }
    isEnd = cues.isEnd
  }
}

extension SVGPicture {
  /// Appends a text that is made visible for its time, unless that is over.
  fileprivate func write(
    _ text: borrowing Span<UInt8>, from start: Double, to end: Double?, at x: Double, _ alignment: TextAlignment,
    to svg: inout UTF8Buffer
  ) {
    let (start, end) = (max(start - elapsed, 0), end.map { $0 - elapsed })
    if let end, end <= 0 { return }
    let isShown = showsFirst ? start == 0 : end == nil
    var line = UTF8Buffer()
    line.append(contentsOf: text)
    svg.append(isShown ? "<text" : "<text visibility=\"hidden\"")
    appendText(line.text(), at: (x, PictureLayout.padding), alignment, to: &svg)
    if let period {
      appendVisibility(from: start, to: end, of: period, to: &svg)
    } else if !isShown {
      appendVisibility("visible", from: start, to: end, to: &svg)
    } else if let end {
      appendVisibility("hidden", from: end, to: nil, to: &svg)
    } else if start > 0 {
      appendVisibility("hidden", from: 0, to: start, to: &svg)
    }
    svg.append("</text>\n")
  }

  /// Appends from when and until when a text is visible, or hidden.
  private func appendVisibility(_ state: StaticString, from start: Double, to end: Double?, to svg: inout UTF8Buffer) {
    svg.append("<set attributeName=\"visibility\" to=\"")
    svg.append(state)
    svg.append("\" begin=\"")
    svg.append(shortest: start)
    if let end {
      svg.append("s\" end=\"")
      svg.append(shortest: end)
    }
    svg.append("s\"/>")
  }

  /// Appends how a text shows for a part of each turn.
  private func appendVisibility(from start: Double, to end: Double?, of period: Double, to svg: inout UTF8Buffer) {
    guard start > 0 || end != nil else { return }
    svg.append("<animate attributeName=\"visibility\" calcMode=\"discrete\" values=\"")
    svg.append(start > 0 ? "hidden;visible" : "visible")
    svg.append(end == nil ? "\" keyTimes=\"0" : ";hidden\" keyTimes=\"0")
    for time in [start > 0 ? start : nil, end] {
      guard let time else { continue }
      svg.append(";")
      svg.append(rounded: min(time / period, 1), to: 100_000)
    }
    svg.append("\"")
    appendTiming(seconds: 0, to: &svg)
  }

  /// Appends the rest of an element's attributes, and its text; the last of its lines is left open.
  private func appendText(
    _ text: String, at place: (x: Double, y: Double), _ alignment: TextAlignment, to svg: inout UTF8Buffer
  ) {
    svg.append(" x=\"", pixels(place.x))
    svg.append("\" y=\"", pixels(place.y + PictureLayout.baseline))
    switch alignment {
    case .left: svg.append("\"")
    case .center: svg.append("\" text-anchor=\"middle\"")
    case .right: svg.append("\" text-anchor=\"end\"")
    }
    guard text.contains(where: \.isNewline) else { return appendLine(text, to: &svg) }
    svg.append(">")
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let y = place.y + PictureLayout.baseline + Double(index) * PictureLayout.lineHeight
      svg.append("<tspan x=\"", pixels(place.x))
      svg.append("\" y=\"", pixels(y))
      svg.append("\"")
      appendLine(String(line), to: &svg)
      svg.append("</tspan>")
    }
  }

  /// Ends an element's attributes, and appends its line.
  private func appendLine(_ line: String, to svg: inout UTF8Buffer) {
    svg.append(">")
    svg.appendXML(line)
  }

  /// Font sizes as pixels.
  func pixels(_ length: Double) -> Double { length * style.size }

  /// Appends when an animation of so many seconds runs, as the end of its element.
  func appendTiming(seconds: Double, to svg: inout UTF8Buffer) {
    svg.append(" dur=\"")
    svg.append(shortest: period ?? seconds)
    svg.append("s\"")
    if begin > 0 {
      svg.append(" begin=\"")
      svg.append(shortest: begin)
      svg.append("s\"")
    }
    switch style.repeatCount {
    case .infinite where period != nil: svg.append(" repeatCount=\"indefinite\"/>")
    case .times(let count) where period != nil:
      svg.append(" repeatCount=\"")
      svg.append(decimal: count)
      svg.append("\" fill=\"freeze\"/>")
    case .infinite, .times: svg.append(" fill=\"freeze\"/>")
    }
  }
}

// MARK: - The head

extension SVGPicture {
  /// What tells its rules from those of other pictures in a page, a word: equal names belong to equal pictures.
  fileprivate var name: String {
    var text = UTF8Buffer()
    prepared.writeDescription(to: &text)
    text.append(contentsOf: "\(style) \(elapsed) \(prepared.sequence.playback)")
    return "k" + String(text.fingerprint, radix: 36)
  }

  fileprivate func writeHead(
    _ layout: PictureLayout, _ alignment: TextAlignment, to svg: inout UTF8Buffer,
    _ definitions: (inout UTF8Buffer) -> Void = { _ in }
  ) {
    let (name, size) = (name, layout.size(style))
    svg.append(
      contentsOf: """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size.width) \(size.height)" width="\(size.width)" \
        height="\(size.height)" role="img" class="\(name)" xml:space="preserve" font-family="
        """)
    svg.appendXML(style.font.families)
    svg.append("\" font-size=\"", style.size)
    svg.append("\" font-weight=\"600\"")
    svg.append(style.ink(), as: "fill")
    svg.append(">\n<title>")
    svg.appendXML(stillText)
    svg.append("</title>\n<style>\n")
    writeRules(name, to: &svg)
    svg.append("</style>\n")
    definitions(&svg)
    if let background = style.background {
      svg.append("<rect width=\"100%\" height=\"100%\"")
      svg.append(background, as: "fill")
      svg.append("/>\n")
    }
    svg.append("<text class=\"still\" display=\"none\"")
    appendText(stillText, at: (layout.origin(alignment), layout.top), alignment, to: &svg)
    svg.append("</text>\n<g class=\"moving\">\n")
  }

  /// Appends rules that match nothing outside: blanks stay, and what the viewer prefers counts.
  private func writeRules(_ name: String, to svg: inout UTF8Buffer) {
    svg.append(contentsOf: ".\(name) text { white-space: pre }\n")
    if style.asksViewer {
      svg.append(contentsOf: "@media (prefers-color-scheme: dark) { .\(name) { fill: ")
      svg.append(style.ink(prefersDark: true))
      svg.append(" } }\n")
    }
    if style.keepsMotion { return }
    svg.append(
      contentsOf: """
        @media (prefers-reduced-motion: reduce) { .\(name) .moving { display: none } .\(name) .still { display: inline } }

        """)
  }

  /// The text that is shown where nothing moves.
  private var stillText: String {
    let frame = style.keepsMotion ? prepared.sequence.index(at: elapsed) : (prepared.sequence.count ?? 1) - 1
    return UTF8Buffer.text { prepared.sequence.writeText(ofFrame: frame, to: &$0) }
  }
}

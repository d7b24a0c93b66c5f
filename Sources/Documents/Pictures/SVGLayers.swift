import TextAnimation
import TextBytes

/// Writes the pieces of a moving picture, each with what changes about it.
struct SVGLayers {
  private let picture: SVGPicture
  private let moving: MovingPicture
  /// Where `x` counts from.
  private let origin: Double
  /// Seconds from the first point of all ways to their last.
  private let seconds: Double

  init(_ picture: SVGPicture, _ moving: MovingPicture, _ alignment: TextAlignment) {
    (self.picture, self.moving) = (picture, moving)
    origin = moving.layout.origin(alignment)
    seconds = picture.period ?? moving.seconds
  }
}

extension SVGLayers {
  /// Appends the windows of all pieces, with soft edges.
  func writeWindows(_ name: String, to svg: inout UTF8Buffer) {
    let windows = windows
    guard !windows.isEmpty else { return }
    svg.append("<defs>\n")
    for (place, window) in windows.enumerated() {
      let (edge, rows) = (PictureWindow.edge / (window.bottom - window.top), rows(of: window))
      svg.append(
        contentsOf: """
          <linearGradient id="\(name)-g\(place)" x2="0" y2="1"><stop stop-color="#fff" stop-opacity="0"/>\
          <stop stop-color="#fff" offset="
          """)
      svg.append(rounded: edge, to: 10_000)
      svg.append("\"/><stop stop-color=\"#fff\" offset=\"")
      svg.append(rounded: 1 - edge, to: 10_000)
      svg.append(
        contentsOf: """
          "/><stop stop-color="#fff" stop-opacity="0" offset="1"/></linearGradient>
          <mask id="\(name)-m\(place)" maskUnits="userSpaceOnUse"\(rows)><rect fill="url(#\(name)-g\(place))"\(rows)/></mask>

          """)
    }
    svg.append("</defs>\n")
  }

  private func rows(of window: PictureWindow) -> String {
    UTF8Buffer.text { svg in
      svg.append(" x=\"0\" y=\"", picture.pixels(window.top + moving.layout.top))
      svg.append(contentsOf: "\" width=\"\(moving.layout.size(picture.style).width)")
      svg.append("\" height=\"", picture.pixels(window.bottom - window.top))
      svg.append("\"")
    }
  }

  /// The windows in the order in which the pieces have them.
  private var windows: [PictureWindow] {
    moving.layers.reduce(into: []) { windows, layer in
      if let window = layer.window, windows.last != window { windows.append(window) }
    }
  }

  /// Appends one piece; those of one window stand in a group.
  func write(_ place: Int, _ name: String, to svg: inout UTF8Buffer) {
    let layer = moving.layers[place]
    let next = place + 1 < moving.layers.count ? moving.layers[place + 1].window : nil
    if let window = layer.window, place == 0 || moving.layers[place - 1].window != window {
      svg.append(contentsOf: "<g mask=\"url(#\(name)-m\(windows.firstIndex(of: window) ?? 0))\">\n")
    }
    write(layer, to: &svg)
    if layer.window != nil, layer.window != next { svg.append("</g>\n") }
  }

  /// A piece that moves is a group about its pivot; one that stands is its text.
  private func write(_ layer: PictureLayer, to svg: inout UTF8Buffer) {
    let (x, y) = (layer.x.points(until: seconds), layer.y.points(until: seconds))
    let (scale, rotation) = (layer.scale.points(until: seconds), layer.rotation.points(until: seconds))
    let opacity = layer.opacity.points(until: seconds)
    let turns = scale.count > 1 || rotation.count > 1 || shown(scale) != 1 || shown(rotation) != 0
    guard turns || x.count > 1 || y.count > 1 else {
      svg.append("<text")
      appendOpacity(opacity, to: &svg)
      let top = moving.layout.top + shown(y)
      writeContent(layer, left: origin + shown(x), top: top, to: &svg) { animateOpacity(opacity, to: &$0) }
      return
    }
    let (left, top) = (origin + layer.pivot.x, moving.layout.top + layer.pivot.y)
    svg.append("<g")
    appendOpacity(opacity, to: &svg)
    svg.append(" transform=\"translate(", picture.pixels(left + shown(x)))
    svg.append(" ", picture.pixels(top + shown(y)))
    svg.append(")\">")
    animateOpacity(opacity, to: &svg)
    animatePlace(x, y, left, top, to: &svg)
    if turns { openTurn(scale, rotation, to: &svg) }
    svg.append("<text")
    writeContent(layer, left: -layer.pivot.x, top: -layer.pivot.y, to: &svg)
    svg.append(turns ? "</g></g>\n" : "</g>\n")
  }

  /// The value that shows where nothing is animated: the last, or the first.
  private func shown(_ points: [PictureTrack.Key]) -> Double {
    (picture.showsFirst ? points.first : points.last)?.value ?? 0
  }

  private func appendOpacity(_ points: [PictureTrack.Key], to svg: inout UTF8Buffer) {
    guard shown(points) != 1 else { return }
    svg.append(" opacity=\"", shown(points))
    svg.append("\"")
  }

  private func animateOpacity(_ points: [PictureTrack.Key], to svg: inout UTF8Buffer) {
    guard points.count > 1 else { return }
    svg.append("<animate attributeName=\"opacity\"")
    appendValues(points, to: &svg) { $1.append(rounded: $0, to: 1000) }
  }

  /// What moves to the right and down at once has two animations, the second added to the first.
  private func animatePlace(
    _ x: [PictureTrack.Key], _ y: [PictureTrack.Key], _ left: Double, _ top: Double, to svg: inout UTF8Buffer
  ) {
    let isBoth = x.count > 1 && y.count > 1
    if x.count > 1 {
      svg.append("<animateTransform attributeName=\"transform\" type=\"translate\"")
      appendValues(x, to: &svg) { value, svg in
        svg.append(rounded: picture.pixels(left + value), to: 100)
        svg.append(" ", isBoth ? 0 : picture.pixels(top + shown(y)))
      }
    }
    guard y.count > 1 else { return }
    svg.append("<animateTransform attributeName=\"transform\" type=\"translate\"")
    if isBoth { svg.append(" additive=\"sum\"") }
    appendValues(y, to: &svg) { value, svg in
      svg.append(rounded: isBoth ? 0 : picture.pixels(left + shown(x)), to: 100)
      svg.append(" ", picture.pixels(top + value))
    }
  }

  /// Begins a group that turns and scales.
  private func openTurn(_ scale: [PictureTrack.Key], _ rotation: [PictureTrack.Key], to svg: inout UTF8Buffer) {
    let isTurned = rotation.count > 1 || shown(rotation) != 0
    svg.append("<g transform=\"")
    if isTurned { svg.append("rotate(", shown(rotation)) }
    svg.append(isTurned ? ") scale(" : "scale(")
    svg.append(rounded: shown(scale), to: 1000)
    svg.append(")\">")
    guard scale.count > 1 || rotation.count > 1 else { return }
    if isTurned {
      svg.append("<animateTransform attributeName=\"transform\" type=\"rotate\"")
      appendValues(rotation, to: &svg) { $1.append(rounded: $0, to: 10) }
    }
    svg.append("<animateTransform attributeName=\"transform\" type=\"scale\"")
    if isTurned { svg.append(" additive=\"sum\"") }
    appendValues(scale, to: &svg) { $1.append(rounded: $0, to: 1000) }
  }

  /// Appends the values of a way with their times, and ends the element.
  private func appendValues(
    _ points: [PictureTrack.Key], to svg: inout UTF8Buffer, _ value: (Double, inout UTF8Buffer) -> Void
  ) {
    var points = points
    // A way of one point stands.
    if let only = points.first, points.count == 1 { points.append((seconds, only.value)) }
    svg.append(" values=\"")
    for (place, point) in points.enumerated() {
      if place > 0 { svg.append(";") }
      value(point.value, &svg)
    }
    svg.append("\" keyTimes=\"")
    for (place, point) in points.enumerated() {
      if place > 0 { svg.append(";") }
      svg.append(
        rounded: place == points.count - 1 ? 1 : min(point.time / seconds, 1), to: seconds > 10 ? 100_000 : 10_000)
    }
    svg.append("\"")
    picture.appendTiming(seconds: seconds, to: &svg)
  }

  /// Appends the rest of a text's element.
  private func writeContent(
    _ layer: PictureLayer, left: Double, top: Double, to svg: inout UTF8Buffer,
    _ animations: (inout UTF8Buffer) -> Void = { _ in }
  ) {
    switch layer.content {
    case .text(let text):
      svg.append(" y=\"", picture.pixels(top + PictureLayout.baseline))
      // A cell is wider than its character. Longer texts are as wide as there is room for: between their letters, which
      // keep their shapes.
      let isCentered = text.count == 1
      svg.append("\" x=\"", picture.pixels(isCentered ? left + layer.width / 2 : left))
      if isCentered {
        svg.append("\" text-anchor=\"middle\">")
      } else {
        svg.append("\" textLength=\"", picture.pixels(layer.width))
        svg.append("\">")
      }
      svg.appendXML(text)
      animations(&svg)
    case .wheel(let zero, let base):
      let positions = layer.position.points(until: seconds)
      func height(_ position: Double) -> Double { -picture.pixels(position * PictureLayout.lineHeight) }
      svg.append(" text-anchor=\"middle\" transform=\"translate(0 ", height(shown(positions)))
      svg.append(")\" x=\"")
      for digit in 0...base {
        if digit > 0 { svg.append(" ") }
        svg.append(rounded: picture.pixels(left + layer.width / 2), to: 100)
      }
      svg.append("\" y=\"")
      for digit in 0...base {
        if digit > 0 { svg.append(" ") }
        svg.append(
          rounded: picture.pixels(top + PictureLayout.baseline + Double(digit) * PictureLayout.lineHeight), to: 100)
      }
      svg.append("\">")
      for digit in 0...base { svg.appendXML(PicturePiece.digit(digit % base, zero)) }
      animations(&svg)
      if positions.count > 1 {
        svg.append("<animateTransform attributeName=\"transform\" type=\"translate\"")
        appendValues(positions, to: &svg) { $1.append("0 ", height($0)) }
      }
    }
    svg.append("</text>\n")
  }
}

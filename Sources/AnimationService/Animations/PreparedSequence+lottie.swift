import Terminal
import TextAnimation
import TextBytes

/// The sequence as Lottie: a layer of text, whose document is another at each keyframe and stays until the next.
///
/// It has the texts alone: effects, wheels and the places of characters are for pictures.
extension PreparedSequence {
  /// How long the last text is shown before a player that repeats begins again, in seconds.
  private static let lastTextDuration = 1.0
  private static let fontSize = 48
  /// The advance of a digit in most fonts of equal width, as a share of the font size; wide characters take two.
  private static let advance = 0.62

  /// What stands behind the last keyframe.
  static let lottieTail: StaticString = "\n]},\"p\":{},\"m\":{\"g\":1,\"a\":{\"a\":0,\"k\":[0,0]}},\"a\":[]}}]}\n"

  /// Appends the animation but for its end, from a position on, until there are `size` bytes.
  func writeLottie(
    _ timing: TimingTable?, from position: inout CuePosition, to json: inout UTF8Buffer, until size: Int,
    _ meter: inout Meter
  ) {
    if position.isStart { writeLottieHead(to: &json) }
    var isFirst = position.isStart
    forEachCue(timing, from: &position, spending: &meter) { cue, text in
      if !isFirst { json.append(",") }
      isFirst = false
      json.append("\n{\"t\":")
      json.append(shortest: cue.start * sequence.fps)
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
  private func writeLottieHead(to json: inout UTF8Buffer) {
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

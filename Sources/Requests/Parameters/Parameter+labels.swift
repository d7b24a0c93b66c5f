package import Documents
import TextBytes

extension Parameter {
  /// Why a label takes no such parameter of an animation, in words that follow its name.
  static let refusedByLabels: [String: String] = {
    let rest = "cannot be given for a label, which comes to rest at its target once"
    let looks = "cannot be given for a label: who asks for its picture says so"
    return [
      "color": looks, "background": looks, "size": looks, "font": looks, "theme": looks, "repeat": rest,
      "repeatDelay": rest, "autoreverse": rest,
      "delay": "cannot be given for a label: a change begins when it is made",
      "markers": "cannot be given for a label: changes that add up have no progress of their own to be marked",
      "frames": "cannot be given for a label: all who watch it see the frames of one grid, whenever they come",
      "times": "cannot be given for a label, which has one target at a time",
      "earlier": "cannot be given for a label, which knows itself what came before",
      "animations": "cannot be given for a label; each label is put by itself",
      "stagger": "cannot be given for a label; each label is put by itself",
    ]
  }()

  package static let expires = ParameterKey("expires", .seconds(0.001...31_536_000))
  package static let isPrivate = ParameterKey("private", .boolean())
  package static let rate = ParameterKey("rate", .rate())
  package static let until = ParameterKey("until", .instant())
  package static let addend = ParameterKey("by", .addend())
  package static let version = ParameterKey("version", .integer(1 ... .max))
  package static let start = ParameterKey("start", .integer(1 ... .max))
  package static let namePrefix = ParameterKey("prefix", .text)
  package static let lastName = ParameterKey("after", .text)
  package static let pageSize = ParameterKey("limit", .integer(1...500))
  package static let mode = ParameterKey("mode", .choice(among: LabelStreamMode.endless))
  package static let slot = ParameterKey("slot", .integer(1...9_999_999_999))

  /// What is asked of labels, beside the parameters of an animation.
  static let labels: [Parameter] = [
    Parameter(
      expires, "Seconds after which the label is deleted by itself; null takes that back.", examples: ["3600"],
      shown: .command(options: #"-X PUT -d '{"to":"$9,125 raised","expires":3600}' "#, ShownRequest.label),
      in: .label),
    Parameter(
      rate,
      """
      What the number grows by in a second, by itself: units of the number, or seconds of a time. 0 pauses, null ends \
      it. A time that falls stops at zero.
      """,
      examples: ["-1", "12.5"],
      shown: .command(options: #"-X PUT -d '{"to":"5:00:00","rate":-1}' "#, ShownRequest.label), in: .label),
    Parameter(
      until,
      """
      When the label shows `to`, and stops: a time with its zone, or seconds from now. The `rate` of a time is then -1 \
      where nothing else is said.
      """,
      examples: ["2026-12-31T23:00:00Z", "300"],
      shown: .command(options: #"-X PUT -d '{"to":"0:00:00","until":18000}' "#, ShownRequest.label), in: .label),
    Parameter(
      isPrivate, default: "false", "Whether reading the label takes a key or a token.",
      shown: .command(options: #"-X PUT -d '{"to":"$9,125 raised","private":true}' "#, ShownRequest.label), in: .label,
      takesEmptyText: true),
    Parameter(
      ParameterKey("token", .text), "A token that opens private labels, for EventSource, which sends no header.",
      in: [.labelReading, .labelFrames, .labelNext, .labelList, .labelStream, .labelsStream]),
    Parameter(
      addend,
      """
      What is added to the only number of the label's text: a plain decimal, of which no digit is lost; seconds where \
      that is a time such as `4:58` or `1h 59m`, or a time itself. Required.
      """,
      examples: ["12.50", "-1", "5:00"], shown: .command(options: "-d by=12.50 ", "\(ShownRequest.label)/add"),
      in: .labelAddition),
    Parameter(
      version, "Which change of the label; without it the answer leads to the newest.", examples: ["7"],
      shown: .command("\(ShownRequest.label)/frames?version=1"),
      in: .labelFrames),
    Parameter(
      start, "The `start` of that change, which tells it from one of a label that was lost.", in: .labelFrames),
    Parameter(
      version, "The version that is known. It comes with `next` of the answer before.",
      shown: .command("\(ShownRequest.label)/next?version=1&start=1&slot=1"), in: .labelNext),
    Parameter(start, "The `start` of what is known: any other is told at once.", in: .labelNext),
    Parameter(
      slot,
      "The second since 1970 at which the answer ends without a change. The service chooses it, the same for all.",
      shown: .command("\(ShownRequest.label)/next?version=1&start=1&slot=1"), in: .labelNext),
    Parameter(
      namePrefix, "What the names of the labels begin with.", examples: ["shop-"],
      shown: .answer("/v1/labels?prefix=shop-"), in: .labelList,
      takesEmptyText: true),
    Parameter(
      lastName, "The last name of the page before: `next` of its answer.", shown: .answer("/v1/labels?after=donations"),
      in: .labelList),
    Parameter(
      pageSize, default: "100", "The most labels of a page.", shown: .answer("/v1/labels?limit=5"), in: .labelList),
    Parameter(
      ParameterKey("id", .text),
      """
      The names of the labels: `id` may be given more than once, and may have several names with commas between them. \
      A label that does not exist yet is told of when it does. Required.
      """,
      examples: ["donations", "score-home,score-away"], shown: .answer("/v1/labels/stream?id=donations"),
      in: .labelsStream),
    Parameter(
      mode, default: "frames", "Whether every frame is sent, or changes alone, each with the path of its frames.",
      shown: .answer("/v1/labels/stream?id=donations&mode=changes"),
      in: [.labelStream, .labelsStream]),
    Parameter(
      lastEventID,
      "The last frame the client has seen, as `version:frame`, which is not sent again. What is malformed is ignored.",
      examples: ["7:12"], shown: .command("\(ShownRequest.label)/stream?lastEventId=7:12"), in: .labelStream),
    form(
      LabelRepresentation.self, "The form of the answer; wins over `Accept`.",
      shown: .command("\(ShownRequest.label)?as=text"), in: .labelReading),
    form(
      StreamRepresentation.self, "The form of the answer; wins over `Accept`.",
      shown: .command("\(ShownRequest.label)/stream?as=ndjson"), in: .labelStream),
    form(
      StreamRepresentation.self, "The form of the answer; wins over `Accept`.",
      among: StreamRepresentation.ofSeveral, shown: .answer("/v1/labels/stream?id=donations&as=sse"),
      in: .labelsStream),
    form(
      SequenceRepresentation.self, "The form of the answer; wins over `Accept`.",
      shown: .command("\(ShownRequest.label)/frames?version=1&as=csv"), in: .labelFrames),
    Parameter(
      csv, default: "safe", "As for `/v1/frames`.",
      shown: .command("\(ShownRequest.label)/frames?version=1&as=csv&csv=raw"), in: .labelFrames),
    form(
      JSONRepresentation.self, "The form of the answer.",
      shown: .command(options: #"-X PUT -d '{"to":"$9,125 raised"}' "#, "\(ShownRequest.label)?as=json"),
      in: [.label, .labelAddition, .labelList]),
  ]
}

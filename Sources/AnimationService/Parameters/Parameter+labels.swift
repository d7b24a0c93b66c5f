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

  /// What is asked of labels, beside the parameters of an animation.
  static let labels: [Parameter] = [
    seconds(
      "expires", in: 0.001...31_536_000,
      "Seconds after which the label is deleted by itself; null takes that back.", examples: ["3600"], places: .label
    ) { $0.labels.expires = $1 },
    Parameter(
      "private", .boolean, default: "false", "Whether reading the label takes a key or a token.", in: .label,
      takesEmptyText: true
    ) { value, parameters, _ throws(ParameterRefusal) in
      parameters.labels.isPrivate = try value.boolean()
    },
    Parameter(
      "token", .text, "A token that opens private labels, for EventSource, which sends no header.",
      in: [.labelReading, .labelFrames, .labelList, .labelStream, .labelsStream]
    ) { _, _, _ throws(ParameterRefusal) in
    },
    Parameter(
      "by", .text,
      "What is added to the only number of the label's text: a plain decimal, of which no digit is lost. Required.",
      examples: ["12.50", "-1"], in: .labelAddition
    ) { value, parameters, _ throws(ParameterRefusal) in
      parameters.labels.addend = try value.decimal()
    },
    integer(
      "version", in: 1 ... .max, "Which change of the label; without it the answer leads to the newest.",
      examples: ["7"], places: .labelFrames
    ) { $0.labels.version = $1 },
    integer(
      "start", in: 1 ... .max,
      "The `start` of that change, which tells it from one of a label that was lost.", places: .labelFrames
    ) { $0.labels.start = $1 },
    Parameter(
      "prefix", .text, "What the names of the labels begin with.", examples: ["shop-"], in: .labelList,
      takesEmptyText: true
    ) { value, parameters, _ throws(ParameterRefusal) in
      parameters.labels.namePrefix = try value.text()
    },
    Parameter(
      "after", .text, "The last name of the page before: `next` of its answer.", in: .labelList
    ) { value, parameters, _ throws(ParameterRefusal) in
      parameters.labels.lastName = try value.text()
    },
    integer("limit", in: 1...500, default: "100", "The most labels of a page.", places: .labelList) {
      $0.labels.pageSize = $1
    },
    Parameter(
      "id", .text,
      """
      The names of the labels: `id` may be given more than once, and may have several names with commas between them. \
      A label that does not exist yet is told of when it does. Required.
      """,
      examples: ["donations", "score-home,score-away"], in: .labelsStream
    ) { _, _, _ throws(ParameterRefusal) in
    },
    choice(
      "mode", of: LabelStreamMode.self, default: "frames",
      "Whether every frame is sent, or changes alone, each with the path of its frames.",
      places: [.labelStream, .labelsStream]
    ) { $0.labels.mode = $1 },
    Parameter(
      "lastEventId", .text,
      "The last frame the client has seen, as `version:frame`, which is not sent again. What is malformed is ignored.",
      examples: ["7:12"], in: .labelStream
    ) { value, parameters, _ throws(ParameterRefusal) in
      parameters.lastEventID = try value.text()
    },
    form(LabelRepresentation.self, "The form of the answer; wins over `Accept`.", places: .labelReading),
    form(StreamRepresentation.self, "The form of the answer; wins over `Accept`.", places: .labelStream),
    form(
      StreamRepresentation.self, "The form of the answer; wins over `Accept`.", among: StreamRepresentation.ofSeveral,
      places: .labelsStream),
    form(SequenceRepresentation.self, "The form of the answer; wins over `Accept`.", places: .labelFrames),
    choice(
      "csv", of: CSVTexts.self, default: "safe", "As for `/v1/frames`.", places: .labelFrames
    ) { $0.csvTexts = $1 },
    form(JSONRepresentation.self, "The form of the answer.", places: [.label, .labelAddition, .labelList]),
  ]
}

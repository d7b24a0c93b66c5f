/// A request that shows what one of its parameters does, beside that parameter in the documentation.
enum ShownRequest: Equatable {
  /// A picture: the query of `/v1/frames` that it is asked with, and the text that it ends with.
  case picture(query: String, text: String)
  /// An answer that a link opens, by its path and query.
  case answer(String)
  /// What is asked of one label, which may not exist yet: the options of curl, and the path and query.
  case command(options: String = "", String)

  /// The request that shows a parameter that belongs to no animation; where nobody can write one beforehand, `nil`.
  static func parameter(_ parameter: Parameter) -> ShownRequest? {
    examples[parameter.name]?.first { parameter.places.contains($0.place) }?.request
  }

  /// What it asks for, from the root of the service.
  var address: String {
    switch self {
    case .picture(let query, _): "/v1/frames?\(query)&as=svg"
    case .answer(let address), .command(_, let address): address
    }
  }

  private static func picture(_ query: String) -> [(place: Parameter.Places, request: ShownRequest)] {
    [(.labelReading, .picture(query: "from=100+apples&to=400+apples&\(query)", text: "400 apples"))]
  }

  private static let apples = "from=100+apples&to=400+apples"
  private static let several =
    #"animations=[{"id":"left","from":1,"to":9},{"id":"right","from":9,"to":1,"delay":"500ms"}]"#
  private static let label = "/v1/labels/donations"

  /// By the name of the parameter, a request for each place where it means something of its own.
  private static let examples: [String: [(place: Parameter.Places, request: ShownRequest)]] = [
    "color": picture("color=c23616"), "background": picture("background=rebeccapurple"), "size": picture("size=24"),
    "font": picture("font=Georgia,+serif"), "theme": picture("background=808080&theme=dark"),
    "align": [
      (.labelReading, .picture(query: "from=Good+evening&to=Hi&interpolation=morph&align=right", text: "Hi"))
    ],
    "animations": [(.frames, .answer("/v1/frames?\(several)"))],
    "stagger": [(.frames, .answer("/v1/frames?\(several)&stagger=50ms"))],
    "as": [
      (.frames, .answer("/v1/frames?\(apples)&as=text")), (.stream, .answer("/v1/stream?\(apples)&as=text")),
      (.curve, .answer("/v1/curve?curve=bouncy&as=svg")), (.frame, .answer("/v1/frame?\(apples)&time=1&as=json")),
      (.labelReading, .command("\(label)?as=text")), (.labelStream, .command("\(label)/stream?as=ndjson")),
      (.labelsStream, .answer("/v1/labels/stream?id=donations&as=sse")),
      (.labelFrames, .command("\(label)/frames?version=1&as=csv")),
      (.label, .command(options: #"-X PUT -d '{"to":"$9,125 raised"}' "#, "\(label)?as=json")),
    ],
    "csv": [
      (.frames, .answer("/v1/frames?from==1%2B1&to==2%2B2&fps=5&as=csv&csv=raw")),
      (.labelFrames, .command("\(label)/frames?version=1&as=csv&csv=raw")),
    ],
    "late": [(.stream, .answer("/v1/stream?\(apples)&late=send"))],
    "lastEventId": [
      (.stream, .answer("/v1/stream?\(apples)&lastEventId=60")),
      (.labelStream, .command("\(label)/stream?lastEventId=7:12")),
    ],
    "index": [(.frame, .answer("/v1/frame?\(apples)&index=60"))],
    "time": [(.frame, .answer("/v1/frame?\(apples)&time=1.25"))],
    "position": [(.frame, .answer("/v1/frame?\(apples)&position=0.5"))],
    "progress": [(.frame, .answer("/v1/frame?\(apples)&progress=0.5"))],
    "samples": [(.curve, .answer("/v1/curve?curve=bouncy&samples=11"))],
    "duration": [(.curve, .answer("/v1/curve?curve=linear&duration=2s&samples=5"))],
    "expires": [(.label, .command(options: #"-X PUT -d '{"to":"$9,125 raised","expires":3600}' "#, label))],
    "private": [(.label, .command(options: #"-X PUT -d '{"to":"$9,125 raised","private":true}' "#, label))],
    "by": [(.labelAddition, .command(options: "-d by=12.50 ", "\(label)/add"))],
    "version": [(.labelFrames, .command("\(label)/frames?version=1"))],
    "prefix": [(.labelList, .answer("/v1/labels?prefix=shop-"))],
    "after": [(.labelList, .answer("/v1/labels?after=donations"))],
    "limit": [(.labelList, .answer("/v1/labels?limit=5"))],
    "id": [(.labelsStream, .answer("/v1/labels/stream?id=donations"))],
    "mode": [(.labelStream, .answer("/v1/labels/stream?id=donations&mode=changes"))],
  ]
}

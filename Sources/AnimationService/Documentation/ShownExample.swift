/// What plays beside a name in the documentation.
enum ShownExample {
  /// The query of `/v1/frames` that shows a parameter of an animation; where it depends on the others, `nil`.
  static func parameter(_ name: String) -> String? { parameters[name] }

  /// The query that shows an interpolation; one that a program has registered shows words.
  static func interpolation(_ name: String) -> String {
    "\(texts[name] ?? "from=Good+morning&to=Good+evening")&interpolation=\(name)&duration=1.5s"
  }

  /// The query that shows a curve.
  static func curve(_ curve: String) -> String {
    let asked = "curve=\(curve.replacing("%", with: "%25").replacing(" ", with: "+"))"
    // A decay finds its target itself, and this spring is a shape that needs a duration.
    return curve.hasPrefix("decay") ? "from=0&\(asked)" : "from=100+apples&to=400+apples&\(asked)&duration=2s"
  }

  /// The query that shows an effect.
  static func effect(_ name: String) -> String { "from=Hello&to=World&effect=\(name)&duration=1s" }

  private static let texts = [
    "number": "from=100+apples&to=400+apples", "numbers": "from=3+of+10&to=8+of+12",
    "words": "from=2+red+cars&to=5+blue+cars",
    "colors": "from=%23c23616&to=%232b6cb0", "numericText": "from=1,034&to=1,250", "odometer": "from=0986&to=1024",
    "typewriter": "from=Hello&to=Help!",
  ]

  private static let apples = "from=100+apples&to=400+apples"
  private static let number = "from=0&to=1234.5"
  private static let wheels = "from=98&to=112&interpolation=odometer"

  private static let parameters = [
    "from": apples, "to": #"to=["100","400","250"]&duration=3s"#,
    "earlier": #"from=100+apples&to=400+apples&earlier=[{"to":"200+apples","ago":0.5}]"#,
    "times": #"to=["100","400","250"]&times=0,0.2,1&duration=3s"#,
    "template": #"template={taken}+of+{all}+seats&from={"taken":1,"all":10}&to={"taken":8,"all":12}"#,
    "prefix": "from=0&to=40&prefix=Score:+", "suffix": "from=9&to=12&suffix=/mo", "duration": "\(apples)&duration=4s",
    "curve": "\(apples)&curve=easeOutBounce", "fps": "\(apples)&fps=5",
    "interpolation": "from=Hello&to=Help!&interpolation=typewriter", "format": "from=0&to=40&format=Points:+%2504d",
    "locale": "\(number)&locale=de-CH&style=decimal", "style": "from=0&to=0.25&style=percent",
    "currency": "\(number)&style=currency&currency=EUR", "unit": "\(number)&style=unit&unit=kilobyte",
    "unitDisplay": "\(number)&style=unit&unit=kilobyte&unitDisplay=long",
    "fractionDigits": "from=0&to=9.5&fractionDigits=2",
    "minimumFractionDigits": "from=0&to=9.5&minimumFractionDigits=2",
    "maximumFractionDigits": "from=0&to=3.14159&maximumFractionDigits=2",
    "minimumSignificantDigits": "from=0&to=9.5&minimumSignificantDigits=4",
    "maximumSignificantDigits": "from=0&to=1234567&maximumSignificantDigits=3",
    "minimumIntegerDigits": "from=0&to=42&minimumIntegerDigits=4", "grouping": "from=0&to=1234567&grouping=never",
    "sign": "from=-12&to=12&sign=always", "notation": "from=0&to=1500000&notation=compact",
    "plurals": #"from=0+cacti&to=3+cacti&plurals={"one":"cactus","other":"cacti"}"#,
    "rounding": "from=0&to=9&fractionDigits=0&rounding=ceil",
    "roundingFactor": "from=0&to=100&fractionDigits=0&roundingFactor=10",
    "markers": "\(apples)&markers=0.25,0.5,1", "clamp": "\(apples)&curve=bouncy&clamp=both",
    "delay": "\(apples)&delay=1s",
    "repeat": "from=0&to=9&duration=1s&repeat=3", "repeatDelay": "from=0&to=9&duration=1s&repeat=2&repeatDelay=1s",
    "autoreverse": "from=0&to=9&autoreverse=true&duration=1s", "speed": "\(apples)&speed=0.5",
    "frames": "from=9+apples&to=12+apples&frames=distinct", "seed": "from=Hello&to=World&interpolation=scramble&seed=4",
    "effect": "from=Hello&to=World&effect=scrollUp,crossFade&duration=1s",
    "transition": """
    from=Hello&to=World&duration=1s&transition={"exit":[{"at":0,"opacity":1},{"at":1,"opacity":0,"offsetY":-1}],\
    "enter":[{"at":0,"scale":0},{"at":1,"scale":1,"curve":"ease-out"}]}
    """,
    "columnMode": "\(wheels)&columnMode=continuous", "direction": "\(wheels)&direction=down",
    "align": "from=Hi&to=Good+evening&interpolation=morph&align=center", "include": "\(apples)&include=value,velocity",
  ]
}

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

internal import CWebAssets

/// A file for browsers, embedded in the binary.
public struct Asset: Sendable {
  /// Where it is served, such as `/kinetype.js`.
  public let path: String

  /// The value of `Content-Type`.
  public let mediaType: String

  /// The file.
  public let bytes: [UInt8]
}

extension Asset {
  /// The playground: try texts, curves and effects.
  public static let page = Asset(
    path: "/", mediaType: "text/html; charset=utf-8", bytes: file(.indexHTML))

  /// What each error means; the types of problem documents lead here.
  public static let problems = Asset(
    path: "/problems", mediaType: "text/html; charset=utf-8", bytes: file(.problemsHTML))

  /// The custom element and the function behind it, for pages of any origin.
  public static let module = Asset(
    path: "/kinetype.js", mediaType: javaScript, bytes: file(.kinetypeJS))

  /// What the module loads for effects, morphs and odometers alone.
  public static let drawingModule = Asset(
    path: "/kinetype-draw.js", mediaType: javaScript, bytes: file(.kinetypeDrawJS))

  /// What the module loads for streams alone.
  public static let streamModule = Asset(
    path: "/kinetype-stream.js", mediaType: javaScript, bytes: file(.kinetypeStreamJS))

  /// The module's types.
  ///
  /// As `text/plain`: the registered media type of `.ts` is a video's.
  public static let moduleTypes = Asset(
    path: "/kinetype.d.ts", mediaType: "text/plain; charset=utf-8", bytes: file(.kinetypeDTS))

  /// What the playground does.
  public static let pageScript = Asset(
    path: "/playground.js", mediaType: javaScript, bytes: file(.playgroundJS))

  /// What the playground offers to take along.
  public static let pageSnippets = Asset(
    path: "/playground-snippets.js", mediaType: javaScript, bytes: file(.playgroundSnippetsJS))

  /// How the playground looks.
  public static let pageStyle = Asset(
    path: "/playground.css", mediaType: "text/css; charset=utf-8", bytes: file(.playgroundCSS))

  /// The interface in the words of OpenAPI 3.1, for people's tools.
  public static let openAPI = Asset(
    path: "/openapi.json", mediaType: "application/json", bytes: file(.openAPIJSON))

  /// Every file.
  public static let all = [
    page, problems, module, drawingModule, streamModule, moduleTypes, pageScript, pageSnippets, pageStyle, openAPI,
  ]

  // RFC 9239 section 6.
  private static let javaScript = "text/javascript; charset=utf-8"

  private static func file(_ file: CWebAsset) -> [UInt8] {
    (0..<cwebassets_size(file)).map { cwebassets_byte(file, $0) }
  }
}

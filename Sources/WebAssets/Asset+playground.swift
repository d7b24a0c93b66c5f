internal import CWebAssets

extension Asset {
  /// What the playground does.
  public static let pageScript = Asset(
    path: "/playground.js", mediaType: javaScript, operation: "getPlaygroundScript",
    summary: "What the playground does.", bytes: file(.playgroundJS))

  /// What draws the curve in the playground.
  public static let pageCurves = Asset(
    path: "/playground-curves.js", mediaType: javaScript, operation: "getPlaygroundCurves",
    summary: "What draws the curve in the playground.", bytes: file(.playgroundCurvesJS))

  /// What reads and explains the settings of the playground.
  public static let pageFields = Asset(
    path: "/playground-fields.js", mediaType: javaScript, operation: "getPlaygroundFields",
    summary: "What reads and explains the settings of the playground.", bytes: file(.playgroundFieldsJS))

  /// What lets curves be chosen in the playground.
  public static let pagePicker = Asset(
    path: "/playground-picker.js", mediaType: javaScript, operation: "getPlaygroundPicker",
    summary: "What lets curves be chosen in the playground.", bytes: file(.playgroundPickerJS))

  /// What plays frames in the playground.
  public static let pagePlayer = Asset(
    path: "/playground-player.js", mediaType: javaScript, operation: "getPlaygroundPlayer",
    summary: "What plays frames in the playground.", bytes: file(.playgroundPlayerJS))

  /// What the playground offers to begin with.
  public static let pagePresets = Asset(
    path: "/playground-presets.js", mediaType: javaScript, operation: "getPlaygroundPresets",
    summary: "What the playground offers to begin with.", bytes: file(.playgroundPresetsJS))

  /// The controls of the player in the playground.
  public static let pageTimeline = Asset(
    path: "/playground-timeline.js", mediaType: javaScript, operation: "getPlaygroundTimeline",
    summary: "The controls of the player in the playground.", bytes: file(.playgroundTimelineJS))

  /// What the playground offers to copy.
  public static let pageSnippets = Asset(
    path: "/playground-snippets.js", mediaType: javaScript, operation: "getPlaygroundSnippets",
    summary: "What the playground offers to copy.", bytes: file(.playgroundSnippetsJS))

  /// What the first page begins with.
  public static let hero = Asset(
    path: "/hero.js", mediaType: javaScript, operation: "getHeroScript", summary: "What the first page begins with.",
    bytes: file(.heroJS))

  /// How pages set and follow a label of their visitor's own.
  public static let liveLabel = Asset(
    path: "/live-label.js", mediaType: javaScript, operation: "getLiveLabelScript",
    summary: "How pages set and follow a label of their visitor's own.", bytes: file(.liveLabelJS))

  /// How a label of the visitor's own looks.
  public static let liveLabelStyle = Asset(
    path: "/live-label.css", mediaType: "text/css; charset=utf-8", operation: "getLiveLabelStyle",
    summary: "How a label of the visitor's own looks.", bytes: file(.liveLabelCSS))

  /// How the playground looks.
  public static let pageStyle = Asset(
    path: "/playground.css", mediaType: "text/css; charset=utf-8", operation: "getPlaygroundStyle",
    summary: "How the playground looks.", bytes: file(.playgroundCSS))

  /// What the playground is made of beside its page.
  static let playground = [
    pageScript, pageCurves, pageFields, pagePicker, pagePlayer, pagePresets, pageTimeline, pageSnippets, pageStyle,
    hero, liveLabel, liveLabelStyle,
  ]
}

/// Texts that break code which counts bytes, UTF-16 units or scalars, or which compares canonically.
enum OddTexts {
  static let all = [
    "",
    " ",
    "Hello, World!",
    "👨‍👩‍👧 family",
    "👩🏽‍🚀👩🏽",
    "🇩🇪🇫🇷🇯🇵",
    "caf\u{E9}",
    "cafe\u{301}",
    "Z\u{351}\u{36B}\u{343}\u{300}algo",
    "\u{301}starts with a mark",
    "مرحبا ١٢٣",
    "שָׁלוֹם",
    "नमस्ते १२३",
    "한국어 \u{1112}\u{1161}\u{11AB}",
    "東京タワー ひらがな",
    "two\nlines",
    "two\r\nlines\r\n",
    "a\u{0}b",
    "\u{FFFD}\u{10FFFF}\u{200B}\u{FEFF}",
  ]

  static let pairs = all.flatMap { source in all.map { (source, $0) } }

  static let progresses = [0, 1e-300, 1.0 / 60, 1.0 / 3, 0.5, 0.999_999, 1, -0.5, 1.5, 1e300, -1e300]
}

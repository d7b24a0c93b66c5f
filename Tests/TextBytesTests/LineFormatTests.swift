import TextBytes
import SeededNumbers
import Testing

@Suite struct LineFormatTests {
  @Test(arguments: [
    ("", ""), ("100 apples", "100 apples"), ("1,234", #""1,234""#), (#"say "hi""#, #""say ""hi""""#),
    ("a\nb", "\"a\nb\""), ("a\r", "\"a\r\""), (" a ", " a "), ("あ", "あ"), ("\"", "\"\"\"\""),
  ])
  func `a CSV field is quoted where it must be`(text: String, field: String) {
    #expect(Self.field(text, .csv) == field)
  }

  /// OWASP, CSV Injection.
  @Test(arguments: [
    ("=1+1", "'=1+1"), ("=HYPERLINK(\"http://x\",1)", "\"'=HYPERLINK(\"\"http://x\"\",1)\""), ("@SUM(A1)", "'@SUM(A1)"),
    ("-1+cmd|' /C calc'!A0", "'-1+cmd|' /C calc'!A0"), ("+x", "'+x"), ("-", "'-"), ("+", "'+"),
    ("-5 apples", "'-5 apples"),
    ("\t=1", "'\t=1"), ("\n=1", "\"'\n=1\""), ("\r\n=1", "\"'\r\n=1\""), ("\r=1", "'␍=1"),
    ("\u{feff}=1", "'\u{feff}=1"),
    (" =1", "' =1"), ("\u{a0}\u{200b}@x", "'\u{a0}\u{200b}@x"), ("\u{1b}=1", "'␛=1"), ("\u{9b}+x", "'\u{fffd}+x"),
    ("＝1", "'＝1"), ("\u{3000}－1", "'\u{3000}－1"), (" -5", " -5"), ("\u{feff}-5", "\u{feff}-5"),
    ("\u{feff}", "\u{feff}"),
    ("a\u{1b}[2J\u{7f}\u{9b}", "a␛[2J␡\u{fffd}"), ("a\tb\nc", "\"a\tb\nc\""), ("é=1", "é=1"), ("あ", "あ"),
    ("--5", "'--5"), ("-5%1", "'-5%1"), ("-e5", "'-e5"), ("-5e+e", "'-5e+e"),
    ("-5", "-5"), ("+5", "+5"), ("-0.5", "-0.5"), ("-1,234.5", "\"-1,234.5\""), ("-5%", "-5%"),
    ("-1.5e+10", "-1.5e+10"),
    ("", ""), ("1=1", "1=1"), ("a-b", "a-b"), ("−5", "−5"),
  ])
  func `a CSV field that is no number is no formula`(text: String, field: String) {
    #expect(Self.field(text, .spreadsheetCSV) == field)
  }

  private static func field(_ text: String, _ escape: TextEscape) -> String {
    written {
      $0.append("0,")
      let start = $0.count
      $0.append(contentsOf: text)
      $0.escape(from: start, by: escape)
    }.dropFirst(2).description
  }

  @Test func `a terminal line replaces the one before`() {
    #expect(written { $0.appendTerminalLine { $0.append("4 apples") } } == "\r4 apples\u{1b}[K")
  }

  @Test func `a terminal line above the cursor's is replaced and the cursor comes back`() {
    #expect(
      written { $0.appendTerminal(above: 12) { $0.appendTerminalLine { $0.append("4 apples") } } }
        == "\u{1b}[12A\r4 apples\u{1b}[K\u{1b}[12B")
  }

  @Test(arguments: [
    ("plain é¢ あ🍎", "plain é¢ あ🍎"),
    ("\u{1b}[2J\u{7}", "␛[2J␇"),
    ("a\r\n\tb\0", "a␍␊␉b␀"),
    ("\u{7f}\u{1f}", "␡␟"),
    ("\u{9b}31m\u{80}\u{9f}\u{a0}\u{bf}", "\u{fffd}31m\u{fffd}\u{fffd}\u{a0}\u{bf}"),
    ("\u{90}q\u{9c}", "\u{fffd}q\u{fffd}"),
  ])
  func `no text drives the terminal`(text: String, shown: String) {
    #expect(written { $0.appendPrintable { $0.append(contentsOf: text) } } == shown)
  }

  @Test func `what stands in a document keeps its layout alone`() {
    let text = "a\tb\nc\r\nd\re\u{1b}\u{7f}\u{85}"
    #expect(text.withoutControls(in: .lines) == "a\tb\nc\r\nd␍e␛␡\u{fffd}")
    #expect(text.withoutControls(in: .json) == "a\tb\nc\r\nd\\u000de\\u001b\\u007f\\u0085")
    #expect(text.withoutControls() == "a␉b␊c␍␊d␍e␛␡\u{fffd}")
  }

  @Test func `no control is left in odd texts`() {
    var random = SeededGenerator(state: 2)
    for _ in 0..<2_000 {
      let text = random.oddText(upTo: 20)
      let shown = written { $0.appendPrintable { $0.append(contentsOf: text) } }
      #expect(shown.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
      #expect(shown.unicodeScalars.count == text.unicodeScalars.count)
    }
  }
}

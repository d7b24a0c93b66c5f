import Testing

/// How two texts are read, as a client sees it.
struct ReadingTests {
  private let service = TestService()

  @Test func `the convention that reads both texts whole is found without a locale`() {
    #expect(service.texts("from=1 999&to=2 001") == ["1 999", "2 000", "2 001"])
    #expect(service.texts("from=1.000.000&to=2.500.000") == ["1.000.000", "1.750.000", "2.500.000"])
    #expect(service.texts("from=1,50&to=2,75") == ["1,50", "2,13", "2,75"])
    #expect(service.texts("from=1'000&to=2'000") == ["1'000", "1'500", "2'000"])
    #expect(service.texts("from=999&to=1.000.001") == ["999", "500.500", "1.000.001"])
    #expect(service.texts("from=1 999,5 km&to=3 000,5 km") == ["1 999,5 km", "2 500,0 km", "3 000,5 km"])
  }

  @Test func `English comes first, and is kept where no convention reads both`() {
    #expect(service.texts("from=1.000&to=3.000") == ["1.000", "2.000", "3.000"])
    #expect(service.texts("from=1,000&to=3,000") == ["1,000", "2,000", "3,000"])
    #expect(service.texts("from=2 100 12&to=4 300 12") == ["2 100 12", "3 200 12", "4 300 12"])
    #expect(service.texts("from=1.2,3&to=3.4,5") == ["1.2,3", "2.3,4", "3.4,5"])
    // English reads only the target whole; with a comma for a point both are, as 1.5 and 1.500.
    #expect(service.texts("from=1,5&to=1,500") == ["1,5", "1,500", "1,500"])
  }

  #if LocaleFormats
    @Test func `a locale alone says which convention it is`() {
      #expect(service.texts("locale=en&from=1 100&to=3 300") == ["1 100", "2 200", "3 300"])
      #expect(service.texts("locale=de&from=1.000&to=3.000") == ["1.000", "2.000", "3.000"])
    }

    @Test(arguments: ["he", "ar-EG", "fa"]) func `what a style writes is read again`(locale: String) throws {
      let written = service.texts("style=decimal&locale=\(locale)&from=-1500&to=1500")
      try #require(written.count == 3)
      #expect(service.texts("locale=\(locale)&from=\(written[0])&to=\(written[2])") == written)
    }
  #endif

  @Test(arguments: ["\u{200E}", "\u{200F}", "\u{061C}"]) func `marks of direction belong to the sign`(mark: String) {
    #expect(service.texts("from=\(mark)-4&to=4") == ["\(mark)-4", "0", "4"])
    #expect(service.texts("from=2&to=\(mark)-4") == ["2", "\(mark)-1", "\(mark)-4"])
    #expect(service.texts("from=\(mark)-2&to=\(mark)-4") == ["\(mark)-2", "\(mark)-3", "\(mark)-4"])
  }

  @Test func `parts of versions and addresses are whole numbers`() {
    #expect(service.texts("from=v1.9&to=v1.10") == ["v1.9", "v1.10", "v1.10"])
    #expect(service.texts("from=v1.9&to=v1.11") == ["v1.9", "v1.10", "v1.11"])
    #expect(service.texts("from=10.0.0.255&to=10.0.1.0") == ["10.0.0.255", "10.0.1.0"])
    #expect(service.texts("from=v1.000&to=v3.000") == ["v1.000", "v2.000", "v3.000"])
    #expect(service.texts("from=1.9.0&to=1.11.0") == ["1.9.0", "1.10.0", "1.11.0"])
    #expect(
      service.texts("from=192.168.100.100&to=192.168.102.200") == [
        "192.168.100.100", "192.168.101.150", "192.168.102.200",
      ])
  }

  @Test func `canonically equal texts are equal`() {
    #expect(service.texts("from=caf\u{E9}&to=cafe\u{301}") == ["cafe\u{301}"])
    #expect(service.get("/v1/frames?from=caf\u{E9}&to=cafe\u{301}").text.contains("both texts are the same"))
    #expect(service.texts("from=caf\u{E9} 1&to=cafe\u{301} 3") == ["caf\u{E9} 1", "caf\u{E9} 2", "cafe\u{301} 3"])
    #expect(
      service.texts("from=cafe\u{301} 1&to=caf\u{E9} 3").map { Array($0.utf8) }
        == ["cafe\u{301} 1", "cafe\u{301} 2", "caf\u{E9} 3"].map { Array($0.utf8) })
  }

  @Test func `parentheses around both numbers are text`() {
    #expect(service.texts("from=(5)&to=(10)&rounding=down") == ["(5)", "(7)", "(10)"])
    #expect(service.texts("from=(5)&to=7") == ["(5)", "1", "7"])
  }

  @Test func `dates count by days and never show a day that does not exist`() {
    #expect(service.texts("from=2024-01-31&to=2024-02-02") == ["2024-01-31", "2024-02-01", "2024-02-02"])
    #expect(service.texts("from=2024-01-31&to=2024-02-01&fps=1") == ["2024-01-31", "2024-02-01"])
    #expect(service.texts("from=2024-02-28&to=2024-03-01") == ["2024-02-28", "2024-02-29", "2024-03-01"])
    #expect(service.texts("from=1900-02-28&to=1900-03-02") == ["1900-02-28", "1900-03-01", "1900-03-02"])
    #expect(
      service.texts("from=on 2025-01-01.&to=on 2024-12-30.") == ["on 2025-01-01.", "on 2024-12-31.", "on 2024-12-30."])
    #expect(service.texts("from=1969-12-31&to=1970-01-02") == ["1969-12-31", "1970-01-01", "1970-01-02"])
    #expect(
      service.texts("from=2024-12-31T23:59:59Z&to=2025-01-01T00:00:01Z")
        == ["2024-12-31T23:59:59Z", "2025-01-01T00:00:00Z", "2025-01-01T00:00:01Z"])
    #expect(
      service.texts("from=2024-12-31 23:59&to=2025-01-01 00:01")
        == ["2024-12-31 23:59", "2025-01-01 00:00", "2025-01-01 00:01"])
    #expect(service.texts("from=31.01.2024&to=01.02.2024&fps=1") == ["31.01.2024", "01.02.2024"])
    #expect(service.texts("from=28.2.2024&to=1.3.2024") == ["28.2.2024", "29.2.2024", "1.3.2024"])
    #expect(service.texts("from=31.12.2024 23:00&to=1.1.2025 01:00")[1] == "1.1.2025 00:00")
    #expect(service.texts("from=31.12.1999&to=02.01.2000")[1] == "01.01.2000")
    // What is no date is two or three numbers.
    #expect(service.texts("from=1.2.3.2024&to=3.2.3.2024")[1] == "2.2.3.2024")
    #expect(service.texts("from=v1.2.2024&to=v1.4.2024")[1] == "v1.3.2024")
    #expect(service.texts("from=30.2.2024&to=30.4.2024") == ["30.2.2024", "30.4.2024"])
    #expect(service.texts("from=2024-02-30&to=2026-02-30") == ["2024-02-30", "2025-02-30", "2026-02-30"])
  }

  @Test func `the years of a spring end where four digits do`() {
    let answer = service.get("/v1/frames?as=text&from=9999-12-01&to=9999-12-31&curve=bouncy")
    #expect(!answer.text.contains("10000"))
    #expect(answer.text.split(separator: "\n").allSatisfy { $0.hasPrefix("9999-1") && $0.count == 10 })
  }

  @Test func `numbers with falling units carry`() {
    #expect(service.texts("from=1h 59m&to=2h 1m") == ["1h 59m", "2h 0m", "2h 1m"])
    #expect(service.texts("from=5'10\"&to=6'2\"") == ["5'10\"", "6'0\"", "6'2\""])
    #expect(service.texts("from=59m&to=1h 1m") == ["59m", "1h 0m", "1h 1m"])
    #expect(service.texts("from=1m 05s&to=55s") == ["1m 05s", "1m 00s", "55s"])
    #expect(service.texts("from=-0h 1m&to=0h 1m") == ["-0h 1m", "0h 0m", "0h 1m"])
    #expect(service.texts("from=1 hour 58 minutes&to=2 hours 2 minutes")[1] == "2 hours 0 minutes")
    #expect(service.texts("from=1 hour 1 minute&to=2 hours 3 minutes")[1] == "1 hour 32 minutes")
    #expect(service.texts("from=1d 23h 30m&to=2d 0h 30m")[1] == "2d 0h 0m")
  }

  @Test(arguments: [
    ("-CHF5", "CHF7", "CHF1"), ("-US$ 5", "US$ 7", "US$ 1"), ("-JP¥ 129", "JP¥ 7", "-JP¥ 61"), ("$ 5", "-$ 7", "-$ 1"),
    ("CHF -5", "CHF 7", "CHF 1"), ("(EUR 5)", "EUR 1", "(EUR 2)"), ("-$5", "$7", "$1"), ("TOP5", "TOP7", "TOP6"),
    ("Now -R$ 5 left", "Now R$ 7 left", "Now R$ 1 left"),
  ])
  func `a sign stands before the whole currency`(source: String, target: String, middle: String) {
    #expect(service.texts("from=\(source)&to=\(target)") == [source, middle, target])
  }

  @Test func `overshoot below zero has its sign before the currency`() {
    let overshooting = "curve=linear(0,-0.2,1)&duration=2&fps=1&as=text"
    #expect(service.get("/v1/frames?from=JP¥ 0&to=JP¥ 100&\(overshooting)").text == "JP¥ 0\n-JP¥ 20\nJP¥ 100\n")
    #expect(service.get("/v1/frames?from=AGE 0&to=AGE 100&\(overshooting)").text == "AGE 0\nAGE -20\nAGE 100\n")
  }

  @Test func `a clock of twelve hours passes noon and midnight`() {
    #expect(service.texts("from=12:59 PM&to=1:01 PM") == ["12:59 PM", "1:00 PM", "1:01 PM"])
    #expect(service.texts("from=11:59 am&to=12:01 pm") == ["11:59 am", "12:00 pm", "12:01 pm"])
    #expect(service.texts("from=11 PM&to=1 AM") == ["11 PM", "12 AM", "1 AM"])
    #expect(service.texts("from=11:59 PM&to=12:01 AM") == ["11:59 PM", "12:00 AM", "12:01 AM"])
    #expect(service.texts("from=11:59 AM&to=12:01 PM") == ["11:59 AM", "12:00 PM", "12:01 PM"])
    // The longer way to the next morning would be twice the way back.
    #expect(service.texts("from=5 PM&to=9 AM") == ["5 PM", "1 PM", "9 AM"])
    #expect(service.texts("from=1 AM&to=11 PM") == ["1 AM", "12 PM", "11 PM"])
    #expect(service.texts("from=9 a.m.&to=5 p.m.")[1] == "1 p.m.")
    #expect(service.texts("from=12:59:59PM&to=1:00:01PM")[1] == "1:00:00PM")
  }

  @Test func `fractions count in their common denominator`() {
    #expect(service.texts("from=1/2&to=3/4&fps=4") == ["1/2", "2/4", "3/4", "3/4", "3/4"])
    #expect(service.texts("from=1/4 cup&to=1/2 cup").last == "1/2 cup")
    #expect(service.texts("from=1/8&to=7/8") == ["1/8", "4/8", "7/8"])
    #expect(service.texts("from=1 1/2 cups&to=2 1/4 cups&rounding=down") == ["1 1/2 cups", "1 3/4 cups", "2 1/4 cups"])
    #expect(service.texts("from=3/10&to=5/10") == ["3/10", "4/10", "5/10"])
    #expect(service.texts("from=12/25&to=12/27") == ["12/25", "12/26", "12/27"])
  }

  @Test(arguments: [("12/31", "1/2"), ("12/25", "1/3"), ("7/1", "24/7")])
  func `what may be a date as well as a fraction is refused`(source: String, target: String) {
    let answer = service.get("/v1/frames?from=\(source)&to=\(target)")
    #expect(answer.text.contains("the numbers on both sides of “/” differ, as in a date or in a fraction"))
  }

  @Test func `powers of ten count as what they are`() {
    #expect(service.texts("from=1e5&to=3e5") == ["1e5", "2e5", "3e5"])
    #expect(service.texts("from=1e5&to=2e6") == ["1e5", "1e6", "2e6"])
    #expect(service.texts("from=1.0e5&to=2.0e6") == ["1.0e5", "1.1e6", "2.0e6"])
    #expect(service.texts("from=1E-3&to=3E-3") == ["1E-3", "2E-3", "3E-3"])
    #expect(service.texts("from=1e%2B05&to=3e%2B05") == ["1e+05", "2e+05", "3e+05"])
  }

  @Test func `ordinals get the suffix that fits`() {
    #expect(
      service.texts("from=1st&to=21st&fps=20").map { String($0.suffix(2)) }
        == ["st", "nd", "rd"] + Array(repeating: "th", count: 17) + ["st"])
    #expect(service.texts("from=101ST place&to=103RD place") == ["101ST place", "102ND place", "103RD place"])
  }

  @Test func `a word takes the form that fits the number shown`() {
    #expect(service.texts("from=1 message&to=12 messages&fps=11")[1] == "2 messages")
    #expect(service.texts("from=3 messages&to=1 message") == ["3 messages", "2 messages", "1 message"])
    #expect(service.texts("from=-1 day left&to=5 days left") == ["-1 day left", "2 days left", "5 days left"])
    #expect(service.texts("from=1 child&to=3 children")[1] == "2 children")
    #expect(service.texts("from=1 Ei&to=3 Eier")[1] == "2 Eier")
    #expect(service.texts("from=1 px&to=3 pt") == ["1 px", "3 pt"])
    let answer = service.get("/v1/frames?from=9 apples&to=10 oranges")
    #expect(answer.text.contains("the texts differ at character 3"))
  }

  @Test(arguments: [
    "99999999999999999999999999999999999999 messages:99999999999999999999999999999999999998 message",
    "1 message:99999999999999999999999999999999999999999999 messages", "1d 0.000001ns:9d 0.000002ns",
    "999999999d 1h:1d 0h", "1.000000000000000000001 message:2.000000000000000000002 messages",
    "9e390:1e-390", "9e18:-1e-19", "5 B:99999999999999999999999 PB", "5 B:170141183460469231731687303715884105727 PB",
    "999999999 1/2:0 1/64",
  ])
  func `numbers of any size are no danger`(pair: String) {
    let ends = pair.split(separator: ":")
    for options in ["curve=bouncy", "curve=linear&frames=distinct", "curve=linear&roundingFactor=0.000000001"] {
      let shown = service.texts("\(options)&from=\(ends[0])&to=\(ends[1])")
      #expect(shown.last.map { $0 == ends[1] } ?? false)
    }
  }

  #if LocaleFormats
    @Test func `the locale tells the form of a word`() {
      #expect(service.texts("locale=fr&from=0 message&to=4 messages&fps=4")[1] == "1 message")
      #expect(service.texts("locale=en&from=0 messages&to=1 message&fps=4")[1] == "0 messages")
      #expect(service.texts("locale=ru&from=21 год&to=22 года").count == 3)
      let answer = service.get("/v1/frames?locale=ru&from=1 сообщение&to=5 сообщений")
      #expect(answer.text.contains("the plural form `few`, which neither text shows"))
    }
  #endif

  @Test(arguments: ["2024-01-31:2024-02-02", "1h 59m:2h 1m", "10 MB:2 GB", "1 message:3 messages", "1st:3rd"])
  func `wheels show numbers and times only`(pair: String) {
    let ends = pair.split(separator: ":")
    let answer = service.get("/v1/frames?interpolation=odometer&from=\(ends[0])&to=\(ends[1])")
    #expect(answer.text.contains("an odometer has wheels for numbers and times only"))
  }

  @Test(arguments: [
    ("from=2024-01-31&to=2024-02-02", ["2024-01-31", "2024-02-01", "2024-02-02"]),
    ("from=1h 59m&to=2h 1m", ["1h 59m", "2h 0m", "2h 1m"]),
    ("from=900 ms&to=1.2 s", ["900 ms", "1.0 s", "1.1 s", "1.2 s"]),
    ("from=999K&to=1.1M", ["999K", "1.0M", "1.1M"]),
    ("from=1 message&to=3 messages", ["1 message", "2 messages", "3 messages"]),
    ("from=1e5&to=3e5", ["1e5", "2e5", "3e5"]),
  ])
  func `different texts are found`(query: String, expected: [String]) {
    let distinct = service.texts(query + "&frames=distinct&duration=10&fps=60")
    #expect(expected.allSatisfy(distinct.contains))
    #expect(zip(distinct, distinct.dropFirst()).allSatisfy { $0 != $1 })
    #expect(distinct.first == expected.first && distinct.last == expected.last)
  }

  @Test(arguments: [
    ("900 ms", "1.2 s", "1050", "1100"), ("1e5", "2e6", "1050000", "1000000"), ("10 MB", "2 GB", "1005", "1000"),
    ("1970-01-01", "1970-01-04", "1.5", "2"), ("1h 59m", "2h 2m", "120.5", "121"), ("1/2", "3/4", "2.5", "3"),
    ("1st", "4th", "2.5", "3"), ("12:59 PM", "1:02 PM", "780.5", "781"),
  ])
  func `the value is exact and what is shown is rounded`(source: String, target: String, value: String, shown: String) {
    let frame = service.get(
      "/v1/frame?from=\(source)&to=\(target)&curve=linear&duration=1&time=0.5&include=value,shown")
    #expect(frame.text.contains(#""value":"\#(value)","shown":"\#(shown)""#), "\(frame.text)")
  }

  @Test func `values and factors are those of the smallest unit`() {
    #expect(service.texts("from=1h 0m&to=2h 0m&roundingFactor=15&fps=5").dropFirst().first == "1h 15m")
    #expect(service.texts("from=2024-01-01&to=2024-01-29&roundingFactor=7&fps=4").count == 5)
  }
}

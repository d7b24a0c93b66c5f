#if LocaleFormats
  import Testing

  struct NumberStyleTests {
    private let service = TestService()

    private func texts(_ query: String) -> [String] {
      let answer = service.get("/v1/frames?as=text&curve=linear&duration=1&fps=2&\(query)")
      #expect(answer.status == 200, "\(answer.text)")
      return answer.text.split(separator: "\n").map(String.init)
    }

    @Test func `a locale alone says how texts are read`() {
      #expect(texts("locale=de&from=1.234,50+€&to=9.876,25+€") == ["1.234,50 €", "5.555,38 €", "9.876,25 €"])
      #expect(texts("locale=de-CH&from=CHF+1'000&to=CHF+3'000") == ["CHF 1'000", "CHF 2'000", "CHF 3'000"])
      #expect(texts("from=1.000&to=3.000") == ["1.000", "2.000", "3.000"])
      #expect(texts("locale=de&from=1.000&to=3.001") == ["1.000", "2.001", "3.001"])
    }

    @Test func `a style writes every frame`() {
      #expect(texts("style=decimal&to=3000") == ["0", "1,500", "3,000"])
      #expect(texts("style=percent&locale=fr&to=0.5") == ["0\u{A0}%", "25\u{A0}%", "50\u{A0}%"])
      #expect(texts("style=currency&locale=de-DE&to=1000") == ["0,00\u{A0}€", "500,00\u{A0}€", "1.000,00\u{A0}€"])
      #expect(texts("style=currency&currency=jpy&to=5000") == ["¥0", "¥2,500", "¥5,000"])
      #expect(texts("locale=hi-IN-u-nu-deva&style=decimal&to=246912") == ["०", "१,२३,४५६", "२,४६,९१२"])
    }

    @Test func `any parameter of a style makes numbers of the texts`() {
      #expect(texts("fractionDigits=2&to=1") == ["0.00", "0.50", "1.00"])
      #expect(texts("minimumIntegerDigits=3&to=10") == ["000", "005", "010"])
      #expect(texts("grouping=never&to=3000") == ["0", "1500", "3000"])
      #expect(texts("grouping=always&locale=es&to=3000") == ["0", "1.500", "3.000"])
      #expect(texts("sign=exceptZero&to=3000") == ["0", "+1,500", "+3,000"])
      #expect(texts("notation=compact&to=3000000") == ["0", "1.5M", "3M"])
      #expect(texts("notation=compact&locale=ar&from=1000&to=5000") == ["1\u{A0}ألف", "3\u{A0}آلاف", "5\u{A0}آلاف"])
    }

    @Test func `the ends decide how many digits a decimal shows`() {
      #expect(texts("style=decimal&from=1&to=2.25") == ["1.00", "1.63", "2.25"])
      #expect(texts("style=decimal&from=1.00049&to=2.0000") == ["1", "2", "2"])
      #expect(texts("style=decimal&rounding=towardZero&from=1&to=2") == ["1", "1", "2"])
    }

    @Test func `two plain decimals are what they are, and beside the locale's own way it comes first`() {
      #expect(texts("style=decimal&locale=de&from=1.234&to=2.345").first == "1,234")
      #expect(texts("style=decimal&locale=de&from=1.234,5&to=2.000") == ["1.234,5", "1.617,3", "2.000,0"])
      #expect(texts("style=decimal&locale=de&from=2.000&to=1.234,5").first == "2.000,0")
      #expect(texts("style=decimal&locale=de&from=1.5&to=2,5") == ["1,5", "2,0", "2,5"])
      #expect(texts("style=decimal&locale=de&from=1.234&to=1.234.567").first == "1.234")
      #expect(texts("style=decimal&locale=fr&from=1+000&to=2+000").first == "1\u{202F}000")
      #expect(texts("style=decimal&locale=ar-EG&to=%D9%A1%D9%A2") == ["٠", "٦", "١٢"])
    }

    @Test func `digits are bounded as in Intl.NumberFormat, with a locale and without`() {
      #expect(texts("minimumFractionDigits=1&maximumFractionDigits=2&to=3") == ["0.0", "1.5", "3.0"])
      #expect(texts("maximumFractionDigits=1&to=1.25") == ["0.0", "0.6", "1.3"])
      #expect(texts("minimumSignificantDigits=3&to=10&locale=de") == ["0,00", "5,00", "10,0"])
      #expect(texts("maximumSignificantDigits=2&to=123456") == ["0", "62,000", "120,000"])
      let money = "style=currency&currency=USD"
      #expect(texts("\(money)&maximumFractionDigits=0&to=1000") == ["$0", "$500", "$1,000"])
      #expect(texts("\(money)&maximumSignificantDigits=3&to=2469") == ["$0", "$1,230", "$2,470"])
      #expect(texts("notation=compact&maximumSignificantDigits=3&to=2469134") == ["0", "1.23M", "2.47M"])
      #expect(texts("notation=compact&minimumFractionDigits=1&to=3000000") == ["0.0", "1.5M", "3.0M"])
      #expect(texts("style=percent&minimumFractionDigits=1&to=0.5") == ["0.0%", "25.0%", "50.0%"])
    }

    @Test func `amounts of units have the form that fits`() {
      #expect(texts("style=unit&unit=kilobyte&to=2000") == ["0 kB", "1,000 kB", "2,000 kB"])
      #expect(texts("style=unit&unit=kilobyte&unitDisplay=narrow&to=2") == ["0kB", "1kB", "2kB"])
      #expect(texts("style=unit&unit=day&unitDisplay=long&to=2") == ["0 days", "1 day", "2 days"])
      #expect(
        texts("style=unit&unit=kilometer-per-hour&unitDisplay=long&locale=de&to=2.5")
          == ["0,0 Kilometer pro Stunde", "1,3 Kilometer pro Stunde", "2,5 Kilometer pro Stunde"])
      #expect(
        texts("style=unit&unit=byte&unitDisplay=long&notation=compact&to=2000")
          == ["0 bytes", "1K bytes", "2K bytes"])
      #expect(texts("style=unit&unit=celsius&sign=always&from=-5&to=5") == ["-5°C", "+0°C", "+5°C"])
    }

    @Test func `what has no effect beside other digits or styles is named in warnings`() {
      func warning(_ query: String, _ name: String) -> Bool {
        service.get("/v1/frames?to=1&\(query)").text.contains(#"{"parameter":"\#(name)","detail":"has no effect "#)
      }
      #expect(warning("fractionDigits=2&maximumSignificantDigits=2", "fractionDigits"))
      #expect(warning("minimumFractionDigits=2&minimumSignificantDigits=2", "minimumFractionDigits"))
      #expect(warning("style=percent&unit=byte", "unit"))
      #expect(warning("style=percent&unitDisplay=long", "unitDisplay"))
    }

    @Test func `values are plain`() {
      let answer = service.get("/v1/frame?style=percent&locale=de&to=0.5&index=1&include=value&curve=linear&fps=1")
      #expect(answer.text.contains("\"text\":\"25\u{A0}%\",\"value\":\"0.25\""), "\(answer.text)")
      let compact = service.get("/v1/frame?notation=compact&to=3000000&index=1&include=value&curve=linear&fps=1")
      #expect(compact.text.contains(#""text":"1.5M","value":"1500000""#), "\(compact.text)")
    }

    @Test(arguments: [
      ("locale=zz", "locale"), ("locale=zh-u-nu-hanidec", "locale"), ("style=money", "style"),
      ("style=currency", "currency"), ("style=currency&locale=de", "currency"),
      ("style=currency&currency=EURO", "currency"),
      ("fractionDigits=101", "fractionDigits"), ("fractionDigits=1,2", "fractionDigits"),
      ("minimumIntegerDigits=0", "minimumIntegerDigits"), ("grouping=true", "grouping"), ("sign=plus", "sign"),
      ("notation=scientific", "notation"), ("style=percent&from=a", "from"),
      ("style=percent&from=1,2,3", "from"), ("style=percent&interpolation=typewriter", "interpolation"),
      ("notation=compact&interpolation=numbers", "interpolation"), ("format=%25d&style=percent", "style"),
      ("style=unit", "unit"), ("style=unit&unit=parsec", "unit"),
      ("style=unit&unit=kilobytes", "did you mean `kilobyte`"),
      ("style=unit&unit=meter&unitDisplay=wide", "unitDisplay"),
      ("minimumFractionDigits=3&maximumFractionDigits=2", "minimumFractionDigits"),
      ("minimumSignificantDigits=3&maximumSignificantDigits=2", "minimumSignificantDigits"),
      ("minimumSignificantDigits=0", "minimumSignificantDigits"),
      ("maximumSignificantDigits=22", "maximumSignificantDigits"),
      ("fractionDigits=2&maximumFractionDigits=3", "fractionDigits"),
      ("maximumSignificantDigits=2&interpolation=odometer", "cannot be `odometer`"),
      ("curency=EUR", "did you mean `currency`"),
    ])
    func `what cannot be asked is named`(query: String, parameter: String) {
      let answer = service.get("/v1/frames?to=1&\(query)")
      #expect(answer.status == 400)
      #expect(answer.text.contains(parameter.contains(" ") ? parameter : #""\#(parameter)""#), "\(answer.text)")
    }

    @Test func `a request has so many formats, which are read on the event loop`() {
      func answer(_ elements: [String]) -> Answer {
        let list = elements.enumerated().map { "{\"id\":\($0),\($1)}" }.joined(separator: ",")
        return service.post("/v1/frames", json: #"{"to":1,"style":"decimal","animations":[\#(list)]}"#)
      }
      let digits = (0..<17).map { "\"fractionDigits\":\($0)" }
      #expect(answer(Array(digits[..<16]) + digits[..<16]).status == 200)
      let tooMany = answer(digits)
      #expect(tooMany.status == 400)
      #expect(tooMany.text.contains("makes more than 16 formats of numbers in a request"), "\(tooMany.text)")
      let compact = ["de", "fr", "sv", "pl", "mk"].map { "\"locale\":\"\($0)\",\"notation\":\"compact\"" }
      #expect(answer(Array(compact[..<4])).status == 200)
      #expect(answer(compact).text.contains(#""parameter":"animations[4].locale""#))
    }

    @Test func `a locale writes what a format asks for`() {
      #expect(
        texts("format=%25.2f+EUR&locale=de&from=1000&to=2000.5") == ["1000,00 EUR", "1500,25 EUR", "2000,50 EUR"])
      #expect(texts("format=%25d&locale=ar-EG&to=12") == ["٠", "٦", "١٢"])
      #expect(texts("format=%25.1f&locale=de&from=1,5&to=2,5") == ["1,5", "2,0", "2,5"])
    }

    @Test func `a style and a format roll in columns`() {
      let query = "style=currency&currency=EUR&locale=de&interpolation=odometer&curve=linear&duration=1&fps=2"
      let answer = service.get("/v1/frames?\(query)&from=0.999&to=12.5").text
      #expect(answer.contains(#""interpolation":"odometer""#), "\(answer)")
      #expect(answer.contains(#""columns":[{"text":"1","next":"2","offset":0}"#), "\(answer)")
      #expect(texts("format=%25.3d&interpolation=odometer&to=4") == ["000", "002", "004"])
      let compact = service.get("/v1/frames?to=1&notation=compact&interpolation=odometer")
      #expect(compact.status == 400 && compact.text.contains("cannot be `odometer`"), "\(compact.text)")
      let padded = service.get("/v1/frames?to=4&format=%2503d&interpolation=odometer")
      #expect(padded.status == 400 && padded.text.contains("(`%02d` pads, `%.2d` does not)"), "\(padded.text)")
    }

    @Test func `long numbers and spring overshoot are served`() {
      let digits = String(repeating: "9", count: 38)
      #expect(service.get("/v1/frames?style=decimal&to=\(digits)&curve=spring(1,100,5,0)&fps=5").status == 200)
      #expect(service.get("/v1/frames?notation=compact&to=\(digits)&fps=5").status == 200)
      #expect(service.get("/v1/frames?notation=compact&from=1000&to=0&curve=spring(1,100,10,0)").status == 200)
    }
  }
#else
  import Testing

  struct NumberStyleTests {
    @Test(arguments: ["locale=de", "style=percent", "notation=compact"])
    func `this build has no locale formats`(query: String) {
      let answer = TestService().get("/v1/frames?to=1&\(query)")
      #expect(answer.status == 400)
      #expect(answer.text.contains("is not possible: this build has no locale formats"))
    }
  }
#endif

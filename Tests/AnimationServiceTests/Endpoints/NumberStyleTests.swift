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
      #expect(texts("locale=de&from=1.000&to=3.001") == ["1.000", "2.000", "3.001"])
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
      #expect(texts("style=decimal&from=1&to=2.25") == ["1.00", "1.62", "2.25"])
      #expect(texts("style=decimal&from=1.00049&to=2.0000") == ["1", "2", "2"])
      #expect(texts("style=decimal&rounding=towardZero&from=1&to=2") == ["1", "1", "2"])
    }

    @Test func `two plain decimals are what they are, and beside the locale's own way it comes first`() {
      #expect(texts("style=decimal&locale=de&from=1.234&to=2.345").first == "1,234")
      #expect(texts("style=decimal&locale=de&from=1.234,5&to=2.000") == ["1.234,5", "1.617,2", "2.000,0"])
      #expect(texts("style=decimal&locale=de&from=2.000&to=1.234,5").first == "2.000,0")
      #expect(texts("style=decimal&locale=de&from=1.5&to=2,5") == ["1,5", "2,0", "2,5"])
      #expect(texts("style=decimal&locale=de&from=1.234&to=1.234.567").first == "1.234")
      #expect(texts("style=decimal&locale=fr&from=1+000&to=2+000").first == "1\u{202F}000")
      #expect(texts("style=decimal&locale=ar-EG&to=%D9%A1%D9%A2") == ["٠", "٦", "١٢"])
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
      ("format=%25d&locale=de", "locale"), ("curency=EUR", "did you mean `currency`"),
    ])
    func `what cannot be asked is named`(query: String, parameter: String) {
      let answer = service.get("/v1/frames?to=1&\(query)")
      #expect(answer.status == 400)
      #expect(answer.text.contains(parameter.contains(" ") ? parameter : #""\#(parameter)""#), "\(answer.text)")
    }

    @Test func `long numbers and spring overshoot are served`() {
      let digits = String(repeating: "9", count: 400)
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

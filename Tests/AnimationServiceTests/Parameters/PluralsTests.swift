#if LocaleFormats
  import Foundation
  import Testing
  import TextBytes

  @testable import AnimationService

  struct PluralsTests {
    private let service = TestService()

    private func query(_ members: [String: String]) -> String {
      members.map { name, value in
        "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
      }.joined(separator: "&")
    }

    private func texts(_ from: String, _ to: String, _ plurals: String, _ locale: String?, frames: Int) -> [String] {
      var members = ["from": from, "to": to, "plurals": plurals]
      members["locale"] = locale
      let timing = "as=text&curve=linear&duration=1&fps=\(frames - 1)"
      let answer = service.get("/v1/frames?\(timing)&\(query(members))")
      #expect(answer.status == 200, "\(answer.text)")
      return answer.text.split(separator: "\n").map(String.init)
    }

    private func refusal(_ plurals: String, _ more: String = "") -> String {
      let answer = service.get(
        "/v1/frame?position=0.5&\(query(["from": "0 x", "to": "3 x", "plurals": plurals]))\(more)")
      #expect(answer.status == 400 && answer.text.contains("plurals"), "\(answer.text)")
      return answer.text
    }

    private static let cacti = #"{"one":"cactus","other":"cacti"}"#
    private static let files = #"{"one":"файл","few":"файла","many":"файлов","other":"файла"}"#

    @Test func `a word takes the form that the request gives for each number`() {
      #expect(
        texts("0 items", "3 items", #"{"one":"item","other":"items"}"#, nil, frames: 4)
          == ["0 items", "1 item", "2 items", "3 items"])
      #expect(texts("0 cacti", "3 cacti", Self.cacti, nil, frames: 4) == ["0 cacti", "1 cactus", "2 cacti", "3 cacti"])
      #expect(texts("2 cacti", "1 cactus", Self.cacti, "en", frames: 2) == ["2 cacti", "1 cactus"])
      #expect(texts("-3 Cacti", "0 Cacti", Self.cacti, nil, frames: 4)[2] == "-1 Cactus")
      #expect(
        texts("All 0 cacti of 9", "All 3 cacti of 9", Self.cacti, nil, frames: 4)[1] == "All 1 cactus of 9")
    }

    @Test func `the forms are those of the language`() {
      #expect(
        texts("0 файлов", "5 файлов", Self.files, "ru", frames: 6)
          == ["0 файлов", "1 файл", "2 файла", "3 файла", "4 файла", "5 файлов"])
      #expect(texts("19 файлов", "22 файла", Self.files, "ru", frames: 4)[2] == "21 файл")
      #expect(
        texts("1 plik", "5 plików", #"{"one":"plik","few":"pliki","many":"plików","other":"pliku"}"#, "pl", frames: 5)
          == ["1 plik", "2 pliki", "3 pliki", "4 pliki", "5 plików"])
      #expect(texts("0.5 cacti", "1.5 cacti", Self.cacti, nil, frames: 3)[1] == "1.0 cacti")
    }

    @Test(arguments: [
      (#"{"ones":"item","other":"items"}"#, "did you mean `one`?"), (#"{"one":"item"}"#, "lacks `other`"),
      (#"{"one":"it3m","other":"items"}"#, "a word of letters"), (#"{"one":"","other":"items"}"#, "a word of letters"),
      (#"{"one":["item"],"other":"items"}"#, "that must be a text"), (#"["item","items"]"#, "must be a JSON object"),
      ("item", "must be a JSON object"), (#"{"one":"a","one":"b","other":"c"}"#, "twice"),
      (#"{"one":"a b c","other":"c"}"#, "a word of letters"),
    ])
    func `what is no such object is refused by name`(plurals: String, reason: String) {
      #expect(refusal(plurals).contains(reason))
    }

    @Test func `a form that the language lacks has no effect, and the answer says so`() {
      #expect(texts("0 cacti", "2 cacti", Self.cacti, "ja", frames: 3)[1] == "1 cacti")
      let answer = service.get(
        "/v1/frames?\(query(["from": "0 cacti", "to": "2 cacti", "locale": "ja", "plurals": Self.cacti]))")
      #expect(answer.text.contains("has `one`, which numbers of the language never take"), "\(answer.text)")
    }

    @Test func `beside a style they have no effect, and the answer says so`() {
      let answer = service.get("/v1/frames?to=3&style=decimal&\(query(["plurals": Self.cacti]))")
      #expect(answer.status == 200 && answer.text.contains("no effect where numbers are written by"))
    }

    @Test func `elements of a list have their own`() {
      let body =
        #"{"from":"0 cacti","duration":1,"fps":3,"curve":"linear","animations":["#
        + #"{"id":"a","to":"3 cacti","plurals":{"one":"cactus","other":"cacti"}},{"id":"b","to":"3 cacti"}]}"#
      let answer = service.post("/v1/frames", json: body)
      #expect(
        answer.status == 200 && answer.text.contains("1 cactus") && answer.text.contains("1 cacti"), "\(answer.text)")
    }

    @Test func `a label keeps them, and its additions take the forms`() {
      let labels = LabelTestService()
      _ = labels.put("a", #"{"to":"2 файла","locale":"ru","plurals":\#(Self.files)}"#)
      #expect(labels.add("a", "3")["to"] == "5 файлов")
      #expect(labels.add("a", "16")["to"] == "21 файл")
      #expect(labels.put("b", #"{"to":"2 cacti","plurals":{"ones":"cactus","other":"cacti"}}"#).status == 400)
    }

    @Test func `the page leaves such texts to the service`() {
      let module = service.get("/kinetype.js").text
      let numbers = module.split(separator: "\n").first { $0.hasPrefix("const NUMBER_PARAMETERS = ") }
      #expect(numbers?.contains(" currency ") ?? false)
      #expect(numbers?.contains("plurals") == false)
    }
  }
#endif

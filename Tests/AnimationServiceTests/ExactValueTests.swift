import Foundation
import Testing

/// `include=value` tells numbers before they are rounded, and `include=shown` as they are shown.
@Suite struct `Exact values` {
  private let service = SeedService()

  private func frame(_ query: String) -> String {
    let answer = service.frame("curve=linear&include=value,shown&\(query)")
    return String(answer.split(separator: "\"frame\":").last ?? "")
  }

  @Test(arguments: [
    ("from=0&to=100&duration=64&fps=1&index=37", #""text":"58","value":"57.8125","shown":"58""#),
    ("from=0&to=-100&duration=64&fps=1&index=37", #""text":"-58","value":"-57.8125","shown":"-58""#),
    ("from=0.00&to=1.00&duration=8&fps=1&index=1", #""text":"0.13","value":"0.125","shown":"0.13""#),
    (
      "from=1%20of%2010&to=4%20of%2020&duration=4&fps=1&index=1",
      #""text":"2 of 13","value":["1.75","12.5"],"shown":["2","13"]"#
    ),
    ("from=7%20of%208&to=8%20of%208&duration=4&fps=1&index=1", #""text":"7 of 8","value":"7.25","shown":"7""#),
    ("from=0:00&to=0:10&duration=4&fps=1&index=1", #""text":"0:03","value":"2.5","shown":"3""#),
    ("from=0&to=25&format=%25d&duration=2&fps=1&index=1", #""text":"12","value":"12.5","shown":"12""#),
    ("from=0&to=2500&notation=compact&duration=2&fps=1&index=1", #""text":"1.3K","value":"1250","shown":"1300""#),
    ("from=0&to=0.5&style=percent&duration=8&fps=1&index=1", #""text":"6%","value":"0.0625","shown":"0.06""#),
    ("from=0&to=100&roundingFactor=10&duration=4&fps=1&index=1", #""text":"30","value":"25","shown":"30""#),
    (
      "from=999&to=1,000&interpolation=odometer&duration=4&fps=1&index=1",
      #""text":"999","value":"999.25","shown":"999""#
    ),
  ])
  func `the number is told before it is rounded, and as it is shown`(query: String, members: String) {
    #expect(frame(query).contains(members), "\(frame(query))")
  }

  @Test func `tenths are told as tenths`() {
    let lines = service.document("from=0&to=1&fps=10&duration=1&curve=linear&include=value&as=ndjson").split(
      separator: "\n")
    #expect(
      lines.compactMap { $0.firstMatch(of: /"value":"([^"]*)"/).map { String($0.1) } } == [
        "0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1",
      ])
  }

  @Test func `each is a column of CSV, with spaces between several numbers`() {
    let query = "from=1%20of%2010&to=4%20of%2020&duration=2&fps=1&curve=linear&as=csv&include=velocity,shown,value"
    #expect(
      service.document(query) == """
        index,time,progress,text,value,shown,velocity\r
        0,0,0,1 of 10,1 10,1 10,0.5\r
        1,1,0.5,3 of 15,2.5 15,3 15,0.5\r
        2,2,1,4 of 20,4 20,4 20,0\r

        """)
  }

  @Test(arguments: ["easeInOut", "easeOutBounce", "bouncy", "linear"], ["0", "2", "12"])
  func `what is shown is the value rounded`(curve: String, digits: String) throws {
    for (from, to) in [("-3", "1000"), ("5", "-99999.5"), ("0.25", "1.75"), ("123456789.5", "1")] {
      let query = "from=\(from)&to=\(to)&style=decimal&fractionDigits=\(digits)&duration=1&curve=\(curve)"
      for line in service.document("\(query)&include=value,shown&as=ndjson").split(separator: "\n") {
        let json = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        var value = try #require(Decimal(string: json["value"] as? String ?? ""))
        var rounded = Decimal()
        unsafe NSDecimalRound(&rounded, &value, try #require(Int(digits)), .plain)
        #expect(Decimal(string: json["shown"] as? String ?? "") == rounded, "\(line)")
      }
    }
  }

  @Test func `a long number is told to its last digit`() {
    let digits = "1" + String(repeating: "0", count: 37)
    #expect(frame("from=0&to=\(digits)&index=120").contains(#""value":"\#(digits)","shown":"\#(digits)""#))
    let answer = service.document("from=0&to=\(digits)&duration=1&fps=1&as=text")
    #expect(answer.split(separator: "\n").last.map(String.init) == digits)
  }
}

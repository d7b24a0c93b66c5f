import Foundation
import Testing

/// What `animation` says beside what was asked for.
struct DescriptionTests {
  private let service = SeedService()

  private func description(_ query: String) throws -> [String: Any] {
    let text = service.document(query)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    return try #require(json["animation"] as? [String: Any], "\(text)")
  }

  @Test(arguments: [
    ("from=0&to=1234.5&format=Points:%20%25d", "Points: 1234"), ("from=0&to=1234.5&style=decimal", "1,234.5"),
    ("from=0&to=0.25&style=percent", "25%"), ("from=0&to=1500&notation=compact", "1.5K"),
    ("from=1&to=1&format=%2503d", "001"), ("from=a1&to=a2&prefix=Score:%20", "Score: a2"),
    ("from=0&to=5&format=%25.1f&duration=0", "5.0"),
  ])
  func `the target is told as it is shown`(query: String, text: String) throws {
    #expect(try description(query)["shownTo"] as? String == text)
    #expect(service.texts(query).last == text)
  }

  @Test func `a target that is shown as it was written is not told twice`() throws {
    #expect(try description("from=1&to=2")["shownTo"] == nil)
    #expect(try description("from=a&to=b&effect=scrollUp")["shownTo"] == nil)
  }

  @Test(arguments: [
    "from=9&to=10", "from=-9&to=5", "from=1000&to=9", "from=0&to=1000000&notation=compact",
    "from=caf%C3%A9&to=x&interpolation=typewriter",
    "from=9&to=10&curve=bouncy(extraBounce:.5)", "from=0&to=100&style=currency&locale=de-DE", "from=a&to=bcd",
    "from=8&to=9&repeat=3&autoreverse=true",
    "from=%F0%9F%91%A9%E2%80%8D%F0%9F%91%A9%E2%80%8D%F0%9F%91%A71&to=%F0%9F%91%A9%E2%80%8D%F0%9F%91%A9%E2%80%8D%F0%9F%91%A715",
  ])
  func `the widest text is that of a frame`(query: String) throws {
    let widest = try #require(try description("\(query)&include=widest")["widest"] as? Int)
    #expect(widest == service.texts(query).map(\.count).max())
  }

  @Test func `the widest text is told to those who ask, of endless animations too`() throws {
    #expect(try description("from=9&to=10")["widest"] == nil)
    let frame = service.frame("from=9&to=10&include=widest&repeat=infinite&autoreverse=true&index=3")
    #expect(frame.contains(#","animated":true,"widest":2}"#), "\(frame)")
    #expect(frame.contains(#""text":"9"}"#), "\(frame)")
  }

  @Test(arguments: ["bouncy", "spring(1,100,10)", "spring(dampingRatio:0.4)&duration=3"])
  func `springs tell when they have settled, as their curve does`(curve: String) throws {
    let settling = try #require(try description("from=1&to=1000000&curve=\(curve)")["settlingDuration"] as? Double)
    #expect(settling > 0.3 && settling < 4)
    guard !curve.contains("Ratio") else { return }
    let told = service.curve("curve=\(curve)").firstMatch(of: /"settlingDuration":([0-9.]+)/)
    #expect(abs(settling - (try #require(told.flatMap { Double($0.1) }))) < 1e-12)
  }

  @Test func `easings and springs that never settle tell no time`() throws {
    #expect(try description("from=1&to=2")["settlingDuration"] == nil)
    #expect(try description("from=1&to=2&curve=spring(damping:0)&duration=1")["settlingDuration"] == nil)
  }
}

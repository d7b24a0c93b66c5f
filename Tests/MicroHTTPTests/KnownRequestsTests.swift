import Testing

@testable import MicroHTTP

@Suite struct KnownRequestsTests {
  private final class Answer: StandingAnswer {
    func repeated(since start: UInt64) -> SharedBody? { nil }
  }

  private func target(_ text: String) throws -> RequestTarget {
    let target = RequestTarget(Array(text.utf8).span)
    return try #require(target)
  }

  @Test(arguments: [1, 2, 256])
  func `only the same target with the same head is known`(count: Int) throws {
    var known = KnownRequests(count: count)
    let (targets, heads) = (try ["/a", "/b"].map(target), [RequestHead(), RequestHead()])
    let other = try target("/a")
    for target in targets {
      for head in heads {
        #expect(known.answer(to: target, head) == nil)
        let answer = Answer()
        known.remember(answer, to: target, head)
        #expect(known.answer(to: target, head) === answer)
        #expect(known.answer(to: other, head) == nil)
      }
    }
  }

  @Test func `the same bytes are the same head, and whoever asks behind no target has no answer`() throws {
    var known = KnownRequests()
    let (target, answer) = (try target("/a"), Answer())
    func head(_ text: String, _ target: RequestTarget?) -> (head: RequestHead, standing: (any StandingAnswer)?) {
      known.head(of: Array(text.utf8).span, behind: target) { _ in RequestHead() }
    }
    let first = head("one", target)
    #expect(first.standing == nil)
    known.remember(answer, to: target, first.head)
    #expect(head("one", target).head === first.head)
    #expect(head("one", target).standing === answer)
    #expect(head("one", nil).standing == nil)
    #expect(head("two", target).standing == nil)
  }
}

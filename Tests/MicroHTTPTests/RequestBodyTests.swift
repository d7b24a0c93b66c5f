import Testing

@testable import MicroHTTP

@Suite struct RequestBodyTests {
  @Test func `a body is kept up to its limit, dropped beyond it and refused far beyond it`() {
    var body = RequestBody(limit: 10)
    let piece = [UInt8](repeating: 1, count: 10)
    #expect(append(piece, to: &body) == true)
    #expect(body.bytes == piece)
    #expect(!body.isTooLarge)
    for _ in 0..<16 {
      #expect(append(piece, to: &body) == true)
      #expect(body.isTooLarge)
      #expect(body.bytes.isEmpty)
    }
    #expect(append(piece, to: &body) == false)
  }

  private func append(_ piece: [UInt8], to body: inout RequestBody) -> Bool { body.append(piece.span) }
}

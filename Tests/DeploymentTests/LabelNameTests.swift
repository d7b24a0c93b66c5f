import HTTPTypes
import Testing

@testable import Deployment
@testable import Documents

struct LabelNameTests {
  @Test(arguments: [
    ("/v1/labels/donations", "donations"), ("/v1/labels/a", "a"), ("/v1/labels/9.x_y:z-1/add", "9.x_y:z-1"),
    ("/v1/labels/shop%2D1/frames", "shop-1"), ("/labels/%41", "A"), ("/v1/labels/labels", "labels"),
  ])
  func `a path has a name`(path: String, name: String) throws {
    #expect(try LabelName(inPath: path).description == name)
  }

  @Test(arguments: [
    "/v1/labels/-a", "/v1/labels/.", "/v1/labels/a%2Fb", "/v1/labels/a%20b", "/v1/labels/%", "/v1/labels/%zz",
    "/v1/labels/a%", "/v1/labels/é", "/v1/labels/%C3%A9", "/v1/labels/a%00",
    "/v1/labels/\(String(repeating: "a", count: 129))",
    "/v1/labels/", "/v1/labels/stream/add", "/v1/labels/%73tream",
  ])
  func `a name that breaks the rule is refused`(path: String) throws {
    let problem = #expect(throws: Problem.self) { try LabelName(inPath: path) }
    #expect(problem?.status == .badRequest)
    #expect(problem?.detail.contains(path.contains("tream") ? "resource" : "128") == true)
  }

  @Test func `a name may have 128 characters`() throws {
    let name = String(repeating: "a", count: 128)
    #expect(try LabelName(name).description == name)
  }
}

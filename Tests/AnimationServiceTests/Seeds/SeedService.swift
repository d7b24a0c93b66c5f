@testable import AnimationService

/// The service as the seeds' users would ask it.
struct SeedService {
  private let service = TestService()

  /// The texts of all frames.
  func texts(_ query: String) -> [String] {
    let answer = service.get("/v1/frames?as=text&\(query)")
    return answer.status == 200 ? answer.text.split(separator: "\n").map(String.init) : ["\(answer.text)"]
  }

  /// The whole answer as JSON.
  func document(_ query: String) -> String {
    service.get("/v1/frames?\(query)").text
  }

  /// The answer to a POST.
  func post(_ json: String) -> String {
    service.post("/v1/frames", json: json).text
  }

  /// The last frame of a sequence, with the members asked for, as JSON.
  func frame(_ query: String) -> String {
    service.get("/v1/frame?\(query)").text
  }
}

import Foundation
import Testing

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

  /// One frame of a sequence, with the members asked for, as JSON.
  func frame(_ query: String) -> String {
    service.get("/v1/frame?\(query)").text
  }

  /// A curve without any text, as JSON.
  func curve(_ query: String) -> String {
    service.get("/v1/curve?\(query)").text
  }

  /// What a client needs to go on from a frame: its progress, value and velocity.
  func moment(_ query: String) throws -> (progress: Double, value: Double, velocity: Double) {
    let answer = frame("\(query)&include=value,velocity")
    let json = try #require(try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any], "\(answer)")
    let members = try #require(json["frame"] as? [String: Any], "\(answer)")
    let value = try #require(Double(members["value"] as? String ?? ""))
    return (
      try #require(members["progress"] as? Double), value, try #require(members["velocity"] as? Double)
    )
  }
}

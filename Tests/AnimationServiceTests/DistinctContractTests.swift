import AnimationService
import Foundation
import Testing
import TextAnimation
import WrittenNumbers

/// What `frames=distinct` keeps of all frames, whatever is interpolated, with whatever effect, however often.
struct DistinctContractTests {
  private let service = TestService()
  private static let interpolations = ["auto", "none"] + InterpolatorCatalog.standard.entries.map(\.name)
  private static let playbacks = [
    "", "&autoreverse=true", "&repeat=3", "&repeat=2&autoreverse=true&delay=0.7&speed=2.5", "&delay=3600",
  ]
  private static let details = [
    "", "&include=", "&include=value", "&include=velocity,value", "&markers=0,0.3,0.5,1,7", "&effect=crossFade",
    "&effect=scrollUp,zoomIn&include=labels,velocity&markers=1",
  ]

  /// A sequence as JSON.
  private struct Shown {
    let animation: [String: Any]
    let frames: [[String: Any]]

    init(_ answer: Answer) throws {
      try #require(answer.status == 200, "\(answer.text)")
      let json = try JSONSerialization.jsonObject(with: Data(answer.text.utf8))
      let object = try #require(json as? [String: Any])
      animation = try #require(object["animation"] as? [String: Any])
      frames = try #require(object["frames"] as? [[String: Any]])
    }

    /// The last frame without what depends on how many there are before.
    var end: NSDictionary {
      var frame = frames.last ?? [:]
      for name in ["index", "markers"] { frame[name] = nil }
      return frame as NSDictionary
    }
  }

  private func shown(_ query: String) throws -> Shown {
    try Shown(service.get("/v1/frames?\(query)"))
  }

  @Test(arguments: interpolations, details)
  func `the last frame shows what the last of all shows`(interpolation: String, details: String) throws {
    for pair in ["from=1&to=3", "from=98%20km&to=103%20km", "from=A&to=B", "from=5&to=5"] {
      for playback in Self.playbacks {
        let query = "\(pair)&duration=1&curve=easeInBack&interpolation=\(interpolation)\(details)\(playback)"
        let (all, distinct) = (try shown(query), try shown(query + "&frames=distinct"))
        let members: Set<String> = ["index", "time", "progress", "text"]
        let saysMore =
          distinct.animation["markers"] != nil || !members.isSuperset(of: distinct.end.allKeys as? [String] ?? [])
        if saysMore {
          #expect(distinct.end == all.end, "\(query)")
        } else {
          #expect(distinct.end["text"] as? String == all.end["text"] as? String, "\(query)")
          let texts = distinct.frames.map { $0["text"] as? String }
          #expect(zip(texts, texts.dropFirst()).allSatisfy { $0 != $1 }, "\(query)")
        }
        #expect(distinct.animation["frameCount"] as? Int == distinct.frames.count)
      }
    }
  }

  @Test(arguments: interpolations, playbacks)
  func `every marker that is reached stands at a frame, which says so`(interpolation: String, playback: String) throws {
    for curve in ["linear", "easeInOut", "easeOutBack", "steps(3)", "spring(damping:%204)"] {
      let query = "from=1&to=3&duration=1&frames=distinct&markers=-0.1,0,0.3,0.5,0.9999999999,1,1.1,9&curve=\(curve)"
      let shown = try shown("\(query)&interpolation=\(interpolation)\(playback)")
      for marker in try #require(shown.animation["markers"] as? [[String: Double]]) {
        guard let time = marker["time"] else { continue }
        let index = Int(try #require(marker["frame"]))
        try #require(shown.frames.indices.contains(index))
        #expect((shown.frames[index]["markers"] as? [Double])?.contains(try #require(marker["progress"])) == true)
        #expect(try #require(shown.frames[index]["time"] as? Double) >= time)
      }
    }
  }

  @Test(arguments: ["&effect=scrollUp&interpolation=number", "&interpolation=odometer", "&markers=0.5,1", ""])
  func `a frame by itself and one of a list are the same`(details: String) throws {
    let query = "from=1&to=3&duration=1&frames=distinct\(details)"
    let lines = service.get("/v1/frames?as=ndjson&\(query)").text.split(separator: "\n")
    #expect(lines.count == (details.isEmpty ? 3 : 4))
    for (index, line) in lines.enumerated() {
      #expect(service.get("/v1/frame?\(query)&index=\(index)").text.hasSuffix("\"frame\":\(line)}\n"))
    }
    for position in ["time=9", "time=1", "position=1"] {
      #expect(service.get("/v1/frame?\(query)&\(position)").text.hasSuffix("\"frame\":\(lines[lines.count - 1])}\n"))
    }
    let list = service.get("/v1/frames?as=ndjson&\(query)&animations=%5B%7B%22id%22:%22a%22%7D%5D").text
    #expect(list == lines.map { "{\"id\":\"a\"," + $0.dropFirst() + "\n" }.joined())
  }

  @Test func `a picture has each text once, end or not`() {
    let query = "/v1/frames?as=svg&from=1&to=3&duration=1&frames=distinct"
    // The end without a value of its own is one more frame, by which the names of its rules differ.
    let (one, other) = (service.get(query + "&include=value").text, service.get(query).text)
    let name = /\bk[0-9a-z]{8,14}\b/
    #expect(one.replacing(name, with: "") == other.replacing(name, with: ""))
  }
}

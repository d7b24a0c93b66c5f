import Testing

extension TestService {
  /// The texts of frames: the source, the middle and the target, unless the query says more.
  func texts(_ query: String) -> [String] {
    let defaults = ["curve=linear", "duration=1", "fps=2"].filter { !query.contains($0.prefix { $0 != "=" } + "=") }
    let answer = get("/v1/frames?as=text&" + (defaults + [query]).joined(separator: "&"))
    #expect(answer.status == 200, "\(answer.text)")
    return answer.text.split(separator: "\n").map(String.init)
  }
}

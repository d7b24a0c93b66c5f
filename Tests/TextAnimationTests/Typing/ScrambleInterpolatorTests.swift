import TextFilms
import Testing
import TextAnimation
import Interpolation

struct ScrambleInterpolatorTests {
  @Test func `it settles from left to right`() throws {
    let scramble = try ScrambleInterpolator(seed: 1).prepare(from: "aaaaaaaa", to: "BBBBBBBB")
    var before = 0
    for step in 0...100 {
      let frame = scramble.text(at: Double(step) / 100)
      #expect(frame.count == 8)
      // The frame before tells how many had settled for certain: a random B may look settled.
      #expect(frame.prefix { $0 == "B" }.count >= before)
      before = max(0, (2 * step - 100) * 8 / 100)
    }
    #expect(scramble.text(at: 0.75).hasPrefix("BBBB"))
    #expect(scramble.text(at: 0.25).hasSuffix("aaaa"))
  }

  @Test(arguments: [("", "growing"), ("shrinking", ""), ("abc", "abcdefghij"), ("abcdefghij", "abc")])
  func `its length goes from the source's to the target's`(source: String, target: String) throws {
    let scramble = try ScrambleInterpolator().prepare(from: source, to: target)
    let lengths = (0...200).map { scramble.text(at: Double($0) / 200).count }
    #expect(lengths.first == source.count)
    #expect(lengths.last == target.count)
    #expect(source.count < target.count ? lengths == lengths.sorted() : lengths == lengths.sorted(by: >))
  }

  @Test(
    arguments: [
      ("7", "0"..."9"), ("٣", "٠"..."٩"), ("५", "०"..."९"), ("𝟗", "𝟎"..."𝟗"),
      ("x", "a"..."z"), ("ü", "a"..."z"), ("X", "A"..."Z"), ("É", "A"..."Z"),
      ("λ", "α"..."ω"), ("Ω", "Α"..."Ρ"), ("ж", "а"..."я"), ("Ж", "А"..."Я"),
      ("ժ", "ա"..."ֆ"), ("ש", "א"..."ת"), ("م", "\u{628}"..."\u{63A}"), ("म", "क"..."ह"), ("ท", "ก"..."ฮ"),
      ("მ", "ა"..."ჰ"), ("ひ", "あ"..."ん"), ("タ", "ア"..."ン"), ("東", "\u{4E00}"..."\u{9FA5}"), ("한", "가"..."힣"),
    ] as [(String, ClosedRange<Unicode.Scalar>)])
  func `a character is scrambled within its script and case`(
    character: String, alphabet: ClosedRange<Unicode.Scalar>
  ) throws {
    let scramble = try ScrambleInterpolator().prepare(from: "", to: character)
    let frames = (1..<30).map { scramble.text(at: Double($0) / 30) }
    #expect(frames.allSatisfy { $0.unicodeScalars.count == 1 && $0.unicodeScalars.allSatisfy(alphabet.contains) })
    #expect(Set(frames).count > 3)
  }

  @Test(arguments: [" ", "\n", "\t", "\u{A0}", ".", ",", "!", "“", "—", "、", "-", "$", "+", "👨‍👩‍👧", "€", "²"])
  func `white space, punctuation and symbols are never scrambled`(character: String) throws {
    let scramble = try ScrambleInterpolator().prepare(from: "", to: character)
    #expect((1..<60).allSatisfy { scramble.text(at: Double($0) / 60) == character })
  }

  @Test func `a given alphabet replaces every script but not white space or punctuation`() throws {
    let scramble = try ScrambleInterpolator(alphabet: "👾\u{65}\u{301}").prepare(from: "", to: "aЖ7 東!")
    for step in 30..<60 {
      let frame = Array(scramble.text(at: Double(step) / 120))
      guard frame.count == 6 else { continue }
      #expect(frame[3] == " " && frame[5] == "!")
      #expect([0, 1, 2, 4].allSatisfy { frame[$0] == "👾" || frame[$0] == "e\u{301}" }, "\(frame)")
    }
  }

  @Test func `the characters change thirty times over the run`() throws {
    let scramble = try ScrambleInterpolator().prepare(from: "", to: "東")
    let frames = (1..<3_000).map { scramble.text(at: Double($0) / 3_000) }
    #expect(zip(frames, frames.dropFirst()).count { $0 != $1 } == 29)
  }

  @Test func `the seed chooses the characters`() throws {
    let frames = try (0..<20).map {
      try ScrambleInterpolator(seed: $0).prepare(from: "", to: "scramble").text(at: 0.5)
    }
    #expect(Set(frames).count == 20)
    #expect(try ScrambleInterpolator(seed: .max).prepare(from: "", to: "scramble").text(at: 0.5).count == 8)
  }

  @Test func `a seed gives the same film strip on every machine`() throws {
    let strip = """
      100 apples
      Iqq apples
      Utyslpples
      Mhvsp 6yes
      Fcvgm 9fvu
      Grapy 9vdj
      Grüße 4gmq
      Grüße 7utn
      Grüße 7
      """
    let scramble = try ScrambleInterpolator(seed: 42).prepare(from: "100 apples", to: "Grüße 7")
    #expect(scramble.film(frames: 9) == strip)
  }
}

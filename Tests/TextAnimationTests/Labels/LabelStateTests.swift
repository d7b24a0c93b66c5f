import TextFilms
import TextAnimation
import WrittenNumbers
import TextBytes
import Testing
import Timing

@Suite struct LabelStateTests {
  @Test func aLabelWithoutATextBeforeShowsItsTargetAtAnyTime() throws {
    let label = LabelState(from: nil, to: "500", at: 3, by: try LabelChange())
    #expect([-1, 0, 3, 4].map(label.text) == ["500", "500", "500", "500"])
    #expect(label.restTime == 3_000_000)
    #expect(FrameSequence(label.animation).count == 1)
  }

  @Test func fromRestAChangeIsTheOrdinaryAnimation() throws {
    let change = try LabelChange("ease", 2, prefix: "~", suffix: "!")
    let label = LabelState(from: nil, to: "$950", by: change).going(to: "$1,200", at: 5, by: change)
    let ordinary = Animation(
      from: "$950", to: "$1,200", curve: change.curve, duration: 2, prefix: "~", suffix: "!",
      content: change.content("$950", "$1,200"))
    let (frames, expected) = (FrameSequence(label.animation), FrameSequence(ordinary))
    #expect(frames.count == expected.count)
    for index in 0..<121 { #expect(frames.frame(at: index) == expected.frame(at: index)) }
    #expect(label.motion == LabelMotion(to: "$1,200", from: "$950", at: 5_000_000))
    #expect(label.restTime == 7_000_000)
    #expect(label.text(at: 6) == frames.frame(at: 60).text)
  }

  @Test func beforeItsStartALabelShowsTheTextOfItsStart() throws {
    let label = LabelState(from: "1", to: "9", at: 5, by: try LabelChange())
    #expect(label.text(at: 4.9) == "1")
  }

  @Test func theTextsThatCannotCountAreFrozenAndBecomeTheSource() throws {
    let change = try LabelChange(by: ["typewriter"])
    let label = LabelState(from: "Hello", to: "Help me", by: change)
    #expect(label.text(at: 0.5) == "Help")
    let next = label.going(to: "Hero", at: 0.5, by: change)
    #expect(next.motion == LabelMotion(to: "Hero", from: "Help", at: 500_000))
    #expect(next.text(at: 0.5) == "Help")
    #expect(next.text(at: 1.5) == "Hero")
  }

  @Test func aTextThatCannotBeAnimatedChangesAtOnce() throws {
    let change = try LabelChange()
    let label = LabelState(from: "1 apple", to: "2 pears", at: 1, by: change)
    #expect(label.text(at: 0.9) == "1 apple")
    #expect(label.text(at: 1) == "2 pears")
    #expect(label.restTime == 1_000_000)
  }

  @Test func theSameTargetOnceMoreChangesNothing() throws {
    let change = try LabelChange("ease", 2)
    let label = LabelState(from: "0", to: "100", by: change)
    #expect(label.going(to: "100", at: 1, by: change).motion == label.motion)
    let slower = label.going(to: "100", at: 1, by: try LabelChange("ease", 4))
    #expect(slower.motion != label.motion)
    #expect(slower.text(at: 1) == label.text(at: 1))
  }

  @Test func aFormatGetsTheNumberAndNotItsText() throws {
    let template = NumberTemplate(positive: .init(suffix: " €"), maximumFractionDigits: 1)
    let euros = try LabelChange(writtenBy: FormatInterpolator(template: template))
    let label = LabelState(from: "0", to: "1000", by: euros)
    #expect(label.text(at: 0.25) == "250 €")
    let next = label.going(to: "500", at: 0.25, by: euros)
    #expect(next.text(at: 0.25) == "250 €")
    #expect(next.text(at: 9) == "500 €")
    // A change without the format sets out from what was shown.
    let plain = next.going(to: "600 €", at: 9, by: try LabelChange())
    #expect(plain.text(at: 9) == "500 €")
    #expect(plain.text(at: 9.5) == "550 €")
  }
}

import Testing

/// What POP's animations start with, and what they write beside a label's number.
struct POPCurvesTests {
  private let service = SeedService()

  @Test(arguments: [
    // Bounciness 4 and speed 12 are what is not said.
    ("pop", "pop(4,12)"), ("pop(10)", "pop(bounciness:10,speed:12)"),
    // Tension, friction and mass in place of both.
    ("pop(4,12)", "spring(mass:1,stiffness:342.10058848,damping:30.48698038)"),
    ("pop(0,0)", "spring(stiffness:87.21,damping:5.777013)"),
    // A basic animation's default curve is Core Animation's.
    ("default&duration=.4", "cubic-bezier(.25,.1,.25,1)&duration=.4"), ("easeInEaseOut", "ease-in-out"),
    // A deceleration of 0.998 is what is not said.
    ("decay(100)", "decay(velocity:100,deceleration:.998)"),
  ])
  func `two ways to say one motion give the same frames`(one: String, other: String) {
    let texts = "from=0.000\(one.hasPrefix("decay") ? "" : "&to=1.000")&curve="
    #expect(service.texts(texts + one).count > 2)
    #expect(service.texts(texts + one) == service.texts(texts + other))
  }

  // POP takes what it is given.
  @Test(arguments: [
    "pop(21)", "pop(-1)", "pop(4,21)", "decay(1,1)", "decay(1,0)", "spring(mass:0)", "spring(damping:-1)",
  ])
  func `what no motion comes of is refused by name`(curve: String) {
    #expect(service.frame("from=0&index=0&curve=\(curve)").contains("`curve` cannot be used: `"))
  }

  // Points, sizes, rects, insets and colours are arrays of floats in POP.
  @Test(arguments: [
    ("{3, 4}", "{5, -4}", "{4, 0}"), ("{{0, 0}, {10, 20}}", "{{10, 10}, {20, 40}}", "{{5, 5}, {15, 30}}"),
    ("rgb(255, 0, 0)", "rgb(0, 128, 255)", "rgb(128, 64, 128)"), ("1.0, 0.5", "0.0, 1.0", "0.5, 0.8"),
  ])
  func `values of several components move as the numbers of a text`(from: String, to: String, middle: String) {
    let answer = service.post(
      #"{"from":"\#(from)","to":"\#(to)","curve":"linear","fps":1,"as":"text","interpolation":"numbers"}"#)
    #expect(answer == "\(from)\n\(middle)\n\(to)\n")
  }

  // POP's read block parses the number back.
  @Test func `the number behind a text is told`() {
    #expect(
      service.frame("from=0&to=1500&format=Points:%20%25'd&curve=linear&time=2&include=value")
        .contains(#""text":"Points: 1,500","value":"1500""#))
  }

  // POP negates the velocity of a decay that turns round.
  @Test func `a decay that turns round comes back to its start`() {
    #expect(
      service.texts("from=100&curve=decay(velocity:50)&duration=1&fps=2&autoreverse=true") == [
        "100", "116", "122", "116", "100",
      ])
  }

  // POP's progress has no sign behind the start; its square root of squares makes a push backward one forward.
  @Test func `progress is negative behind the start`() throws {
    let pushed = try service.moment("from=0&to=100&curve=spring(velocity:-20)&index=1")
    #expect(pushed.progress < -0.2 && pushed.value < -20)
    let counts = service.texts("from=0&to=100&curve=spring(velocity:-20)&clamp=start").compactMap(Int.init)
    #expect(counts.min() == 0 && counts.last == 100)
  }

  // A threshold of 0 lets POP run for ever.
  @Test func `a spring ends however little it is damped`() {
    for curve in ["spring(stiffness:1,damping:.01)", "pop(20,0)"] {
      let answer = service.frame("from=0&to=1000000&curve=\(curve)&fps=1&time=3600")
      #expect(answer.contains(#""progress":1,"text":"1000000""#), "\(answer)")
    }
    let undamped = service.frame("from=0&to=1000000&curve=spring(damping:0)&index=0")
    #expect(undamped.contains("does not settle"), "\(undamped)")
  }
}

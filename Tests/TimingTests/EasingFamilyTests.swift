import Testing
import Timing

struct EasingFamilyTests {
  private static let fractions = [0.1, 0.25, 0.5, 0.75, 0.9]

  private static let modes: [(String, [Double])] = [
    ("easeIn", [0.001, 0.015625, 0.125, 0.421875, 0.729]),
    ("easeOut", [0.271, 0.578125, 0.875, 0.984375, 0.999]),
    ("easeInOut", [0.004, 0.0625, 0.5, 0.9375, 0.996]),
    ("easeOutBounce", [0.075625, 0.47265625, 0.765625, 0.97265625, 0.988125]),
    ("easeInBounce", [0.011875, 0.02734375, 0.234375, 0.52734375, 0.924375]),
    ("easeIn(1)", fractions), ("easeIn(rate: 2)", [0.01, 0.0625, 0.25, 0.5625, 0.81]),
    ("ease", [0.0947963057, 0.4085105914, 0.8024033876, 0.9604589783, 0.9943164775]),
    ("ease-in", [0.0170266097, 0.0934646507, 0.3153568126, 0.6218618692, 0.8394278458]),
    ("easeInEaseOut", [0.0197224536, 0.1291619310, 0.5, 0.8708380690, 0.9802775465]),
    // Penner's formulas as easings.net has them.
    ("easeInSine", [0.01231165940, 0.07612046749, 0.29289321881, 0.61731656763, 0.84356553496]),
    ("easeOutExpo", [0.5, 0.82322330470, 0.96875, 0.99447572831, 0.998046875]),
    ("easeInOutCirc", [0.01010205144, 0.06698729811, 0.5, 0.93301270189, 0.98989794856]),
    ("easeInBack", [-0.01431422, -0.06413656250, -0.0876975, 0.18259031250, 0.59117202]),
    ("easeInOutBack", [-0.03751855278, -0.09968184375, 0.5, 1.09968184375, 1.03751855278]),
    ("easeOutElastic", [1.25, 0.91161165235, 1.015625, 1.00552427173, 0.998046875]),
    ("easeInOutElastic", [0.0003391566, 0.01196944442, 0.5, 0.98803055558, 0.9996608434]),
  ]

  // seeds.md section 1.3: UICountingLabel's modes, the defective easeInBounce replaced by the mirror that was meant.
  @Test(arguments: modes)
  func `easings have the values of their authors`(text: String, values: [Double]) throws {
    let easing = try #require(try CurveCatalog.standard.curve(text) as? any Easing)
    for (fraction, value) in zip(Self.fractions, values) {
      #expect(abs(easing.progress(at: fraction) - value) < 1e-9, "\(text) at \(fraction)")
    }
  }
}

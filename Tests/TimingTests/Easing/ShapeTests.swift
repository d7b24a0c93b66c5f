import Testing
import Timing

private let times = [0.1, 0.25, 0.5, 0.75, 0.9]

@Test(arguments: [
  ("easeIn", [0.001, 0.015625, 0.125, 0.421875, 0.729]),
  ("easeOut", [0.271, 0.578125, 0.875, 0.984375, 0.999]),
  ("easeInOut", [0.004, 0.0625, 0.5, 0.9375, 0.996]),
  ("easeOutBounce", [0.075625, 0.47265625, 0.765625, 0.97265625, 0.988125]),
  ("easeInBounce", [0.011875, 0.02734375, 0.234375, 0.52734375, 0.924375]),
  ("linear", times),
])
func `UICountingLabel's modes have the seed's heights`(name: String, heights: [Double]) throws {
  try expect(name, heights)
}

@Test(arguments: [
  ("easeInQuad", [0.01, 0.0625, 0.25, 0.5625, 0.81]),
  ("easeOutCubic", [0.271, 0.578125, 0.875, 0.984375, 0.999]),
  ("easeInOutQuart", [0.0008, 0.03125, 0.5, 0.96875, 0.9992]),
  ("easeInQuint", [0.00001, 0.0009765625, 0.03125, 0.2373046875, 0.59049]),
  ("easeInSine", [0.012311659405, 0.076120467489, 0.292893218813, 0.617316567635, 0.843565534960]),
  ("easeInExpo", [0.001953125, 0.005524271728, 0.03125, 0.176776695297, 0.5]),
  ("easeInCirc", [0.005012562893, 0.031754163448, 0.133974596216, 0.338562172234, 0.564110105646]),
  ("easeInBack", [-0.014314220000, -0.064136562500, -0.087697500000, 0.182590312500, 0.591172020000]),
  ("easeInOutBack", [-0.037518552, -0.09968184375, 0.5, 1.09968184375, 1.037518552]),
  ("easeInElastic", [0.001953125, -0.005524271728, -0.015625, 0.088388347648, -0.25]),
  ("easeOutElastic", [1.25, 0.911611652352, 1.015625, 1.005524271728, 0.998046875]),
  ("easeInOutElastic", [0.000339156597, 0.011969444424, 0.5, 0.988030555576, 0.999660843403]),
  ("easeInOutBounce", [0.03, 0.1171875, 0.5, 0.8828125, 0.97]),
])
func `Penner's families have their heights`(name: String, heights: [Double]) throws {
  try expect(name, heights)
}

@Test(arguments: [
  ("easeIn(2)", "easeInQuad"), ("easeOut(rate: 5)", "easeOutQuint"), ("easeInBack(1.70158)", "easeInBack"),
  ("easeInBack(0)", "easeInCubic"), ("easeOutElastic(1, 0.3)", "easeOutElastic"), ("default", "EASE"),
  ("easeInEaseOut", "ease-in-out"), ("easeInOutCubic()", "easeInOut"),
])
func `two texts name one curve`(first: String, second: String) throws {
  for time in times {
    let positions = try [first, second].map {
      try CurveCatalog.standard.curve($0).position(at: time, duration: 1)
    }
    #expect(abs(positions[0] - positions[1]) <= 1e-15)
  }
}

@Test(arguments: [
  ("easeInElastic(2, 0.4)", [0.003382911734, -0.002859573467, 0.054126587737, -0.341506350946, 0.866025403784]),
  ("easeInBack(overshoot: 3)", [-0.026, -0.125, -0.25, 0, 0.486]),
])
func `parameters change a family as Penner's do`(name: String, heights: [Double]) throws {
  try expect(name, heights)
}

private func expect(_ name: String, _ heights: [Double]) throws {
  let curve = try CurveCatalog.standard.curve(name)
  for (time, height) in zip(times, heights) {
    #expect(abs(curve.position(at: 2 * time, duration: 2) - height) <= 1e-11, "\(name) at \(time)")
  }
}

extension Double {
  /// The nearest number within 0…1, for effects where an overshoot has nothing to show.
  ///
  /// Not a number counts as 0, so that what follows may convert to `Int`.
  var clampedToUnit: Double { self > 0 ? Swift.min(self, 1) : 0 }
}

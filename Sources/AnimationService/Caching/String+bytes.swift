extension String? {
  /// Whether both are the same bytes of UTF-8, or both `nil`.
  ///
  /// `==` is canonical equivalence (UAX #15): `é` as one scalar equals `e` with a combining accent.
  func hasSameBytes(as other: String?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let text?, let other?): text == other && text.utf8.elementsEqual(other.utf8)
    default: false
    }
  }
}

/// Elements in their order; adding and removing moves those behind, which for 100,000 takes some 20 µs.
struct SortedList<Element> {
  private(set) var elements: [Element] = []
  private let precedes: (Element, Element) -> Bool

  init(by precedes: @escaping (Element, Element) -> Bool) {
    self.precedes = precedes
  }
}

extension SortedList {
  /// The index of the first element that is not before another.
  ///
  /// - Complexity: O(log n).
  func index(of element: Element) -> Int {
    var range = elements.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = precedes(elements[middle], element) ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// Adds an element that is not there yet.
  mutating func insert(_ element: Element) {
    elements.insert(element, at: index(of: element))
  }

  /// Removes an element that is there.
  mutating func remove(_ element: Element) {
    elements.remove(at: index(of: element))
  }
}

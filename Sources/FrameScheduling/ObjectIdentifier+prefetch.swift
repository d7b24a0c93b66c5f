internal import CPrefetch

extension ObjectIdentifier {
  /// Asks the processor to bring an object's first lines, 64 bytes each, into its cache, without waiting for them.
  ///
  /// Nothing of the object is looked at, so that it may be gone already.
  @inline(__always)
  package func prefetch(lines: Int) {
    prefetch_lines(UInt(bitPattern: self), Int32(lines))
  }
}

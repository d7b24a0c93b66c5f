import MicroHTTP

/// Who watches labels, as a channel sees it.
protocol LabelAudience: AnyObject {
  associatedtype Sink: LabelSink

  /// Whether it shows one label and ends with it.
  var isSingle: Bool { get }
  /// Where its bytes go.
  var stream: Sink { get }
}

/// Where the bytes of labels go.
protocol LabelSink: AnyObject {
  /// Offers bytes, all or nothing.
  func send(_ bytes: Span<UInt8>) -> SendOutcome
}

extension ResponseStream: LabelSink {}
extension LabelViewer: LabelAudience {}

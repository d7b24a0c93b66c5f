import Timing

extension ParameterReader {
  /// A curve with its text.
  mutating func curve(
    _ name: String, default: String? = nil, in catalog: CurveCatalog
  ) -> (text: String, curve: any TimingCurve)? {
    guard let text = text(name) ?? `default` else { return nil }
    do throws(CurveSyntaxError) {
      return (text, try catalog.curve(text))
    } catch {
      refuse(name, "is no curve: \(error.message)")
      return nil
    }
  }
}

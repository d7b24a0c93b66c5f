/// The version of the service: part of every entity tag, since another version may write other bytes.
public enum KinetypeVersion {
  /// Semantic version.
  public static let text = "0.3.0"

  /// The least version of Swift that the compiler it was built by may have.
  static let compiler: String = {
    #if compiler(>=6.4)
      "6.4"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }()
}

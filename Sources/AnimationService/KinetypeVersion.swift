/// The version of the service: part of every entity tag, since another version may write other bytes.
public enum KinetypeVersion {
  /// Semantic version.
  public static let text = "0.1.0"
}

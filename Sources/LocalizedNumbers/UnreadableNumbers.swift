/// Why ICU's numbers cannot be written here: their numbering system does not consist of ten digits in a row.
public struct UnreadableNumbers: Error, Equatable, Sendable {}

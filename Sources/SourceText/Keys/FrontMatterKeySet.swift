/// A set of known keys, with one bit for each.
package struct FrontMatterKeySet: Hashable, Sendable {
    /// Bit n represents the nth case of `FrontMatterKey`.
    package private(set) var bits: Int64 = 0

    package init() {}

    package func contains(_ key: FrontMatterKey) -> Bool { bits & key.bit != 0 }

    package mutating func insert(_ key: FrontMatterKey) { bits |= key.bit }
}

extension FrontMatterKey {
    /// The bit of the key in a `FrontMatterKeySet`.
    package var bit: Int64 { 1 << Int64(Self.allCases.firstIndex(of: self) ?? 63) }
}

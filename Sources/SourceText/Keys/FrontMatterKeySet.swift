/// A set of known keys, one bit for each.
package struct FrontMatterKeySet: Hashable, Sendable {
    /// Bit n stands for the nth of all keys.
    package private(set) var bits: Int64 = 0

    package init() {}

    package func contains(_ key: FrontMatterKey) -> Bool { bits & key.bit != 0 }

    package mutating func insert(_ key: FrontMatterKey) { bits |= key.bit }
}

extension FrontMatterKey {
    /// The key's bit in a set of keys.
    package var bit: Int64 { 1 << Int64(Self.allCases.firstIndex(of: self) ?? 63) }
}

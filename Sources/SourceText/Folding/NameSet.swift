/// The names seen so far, to tell which comes twice. Of a few names none is hashed, since a note has seldom more.
package struct NameSet: Sendable {
    private static let few = 16
    private var first: [String] = []
    private var rest: Set<String> = []

    package init() {}

    /// Puts a name in; false where it is there already. Complexity: O(1).
    package mutating func insert(_ name: String) -> Bool {
        if first.contains(name) { return false }
        if first.count < Self.few {
            first.append(name)
            return true
        }
        return rest.insert(name).inserted
    }
}

extension String {
    /// What `lowercased()` gives, without a new text where that is the same.
    package var inSmallLetters: String {
        utf8.allSatisfy { $0 < 0x80 && $0 &- 0x41 >= 26 } ? self : lowercased()
    }
}

/// A set of names that detects duplicates. Up to 16 names are not hashed, since a note rarely has more.
package struct NameSet: Sendable {
    private static let few = 16
    private var first: [String] = []
    private var rest: Set<String> = []

    package init() {}

    /// Inserts a name. Returns false if the set already contains it. Complexity: O(1).
    package mutating func insert(_ name: String) -> Bool {
        if first.contains(name) { return false }
        if first.count < Self.few {
            first.append(name)
            return true
        }
        return rest.insert(name).inserted
    }
}

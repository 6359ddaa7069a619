import SearchIndex
import SourceText

/// The data derived from the index that later reads of the same index use again.
final class ReadCache {
    let names = SimilarNameCache()
    let links = LinkTargetCache()
    /// The number of links of each form in a sample of notes, once it was needed.
    var sampledLinks: (wiki: Int, markdown: Int)?
    private var schemas: [Int64: Result<SchemaDocument, SchemaError>] = [:]
    private var version: [Int64]?
    private var overlay = NameOverlay()

    /// Clears the data that depend on a changed index or overlay. Returns whether the index has changed.
    ///
    /// - Parameter overlay: the names of the open documents.
    func update(version: [Int64], _ overlay: NameOverlay) -> Bool {
        let hasChanged = version != self.version
        if hasChanged || overlay != self.overlay {
            names.expire()
            links.clear()
        }
        (self.version, self.overlay) = (version, overlay)
        return hasChanged
    }

    /// Returns the compiled schema of a file's content.
    func schema(of bytes: [UInt8]) -> Result<SchemaDocument, SchemaError> {
        let hash = ContentHash.hash(bytes)
        if let known = schemas[hash] { return known }
        let schema = Result { () throws(SchemaError) in try SchemaDocument(bytes) }
        // Earlier versions of a file that the user edits are of no use.
        if schemas.count >= 20 { schemas = [:] }
        schemas[hash] = schema
        return schema
    }

    /// Makes the next read count as one of a changed index.
    func expire() { version = nil }
}

/// The names of notes that are most similar to names that no note has. Other sessions can adopt them.
package struct SimilarNames: Sendable {
    /// The similar name, or nil if there is none.
    var names: [String: String?]
    /// A hash of the data that they depend on. It is equal in all sessions with the same names.
    var stamp: Int
}

/// A cache of similar names. Finding one means comparing it with all names.
final class SimilarNameCache {
    private(set) var names: [String: String?] = [:]
    /// The similar names before the last change, which rarely affects them.
    private var former: [String: String?] = [:]

    private static let mostFormer = 10_000

    /// Returns the similar name, which is nil if there is none. Returns an outer nil if the cache does not contain
    /// `name`.
    subscript(name: String) -> String?? { names[name] }

    /// Returns the similar name, else the one before the last change, else nil.
    func last(_ name: String) -> String? { names[name] ?? former[name] ?? nil }

    /// Returns the similar name for each of `wanted`. Those that are not in the cache come from `find`.
    func names(for wanted: [String], _ find: ([String]) throws -> [String?]) rethrows -> [String?] {
        let unknown = wanted.filter { names[$0] == nil }
        if !unknown.isEmpty {
            for (name, near) in zip(unknown, try find(unknown)) { names[name] = .some(near) }
        }
        return wanted.map { names[$0] ?? nil }
    }

    /// Adds names that another session has found.
    ///
    /// - Parameter areCurrent: whether the notes are unchanged since. If not, only `last` returns them.
    func adopt(_ found: [String: String?], areCurrent: Bool) {
        if areCurrent { names.merge(found) { own, _ in own } } else { keepFormer(found) }
    }

    /// Empties the cache. `last` still returns the names.
    func expire() {
        keepFormer(names)
        names = [:]
    }

    private func keepFormer(_ names: [String: String?]) {
        if former.count > Self.mostFormer { former = [:] }
        former.merge(names) { _, new in new }
    }
}

package import SourceText

/// A note whose text must be tested, with its data from the index.
package struct NoteCandidate: Sendable {
    package var id: RowID
    package var path: VaultPath
    package var title: [UInt8]
    /// The fingerprint of the indexed content (`FoundFile.fingerprint`), or `unknown` if it may not be unique.
    package var fingerprint: Fingerprint
    /// Whether an alias or keyword of the note passes one of the tests, so that its front matter must be read.
    package var isSuspect: Bool
    /// Whether the indexed content has live blocks, whose generated text does not count.
    package var hasLiveBlocks: Bool
}

/// A tester of the texts of many notes, which opens their files.
package protocol ContentScanner: AnyObject {
    /// Returns, for each of the tests in order, the notes that pass it.
    ///
    /// - Parameter list: passes notes in small batches to its argument. A note may occur twice.
    /// - Throws: rethrows the errors of `list`.
    func passing(
        _ tests: [ContentPredicate], _ list: (_ each: ([NoteCandidate]) throws -> Void) throws -> Void
    ) throws -> [Set<RowID>]
}

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

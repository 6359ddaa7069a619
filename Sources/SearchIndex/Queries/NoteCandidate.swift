package import SourceText

/// A note whose text is to be tested, with what the index knows of it.
package struct NoteCandidate: Sendable {
    package var id: RowID
    package var path: VaultPath
    package var title: [UInt8]
    /// As `FoundFile.fingerprint`: of the file whose content the index knows; unknown where a later content might look the same.
    package var fingerprint: Fingerprint
    /// Whether an alias or a keyword of the note passes one of the tests, so that its front matter has to be read.
    package var isSuspect: Bool
}

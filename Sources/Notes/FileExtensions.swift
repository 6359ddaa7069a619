/// Which files are what, by the extensions of their names: small letters, without the dot.
package struct FileExtensions: Hashable, Sendable {
    package var notes: Set<String>
    package var attachments: Set<String>

    package init(notes: Set<String>, attachments: Set<String>) {
        self.notes = notes
        self.attachments = attachments
    }
}

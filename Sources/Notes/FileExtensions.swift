/// The file extensions of notes and attachments, in lower case and without the dot.
package struct FileExtensions: Hashable, Sendable {
    package var notes: Set<String>
    package var attachments: Set<String>

    package init(notes: Set<String>, attachments: Set<String>) {
        self.notes = notes
        self.attachments = attachments
    }
}

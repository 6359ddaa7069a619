package import Notes
import SourceText

/// The index data of one canvas: its references, and whether it can be read.
package struct CanvasRows: Sendable {
    package let file: FoundFile
    let links: [NoteRows.Link]
    let findings: [NoteRows.Finding]

    /// - Parameters:
    ///   - file: the file, with the fingerprint from when it was read.
    ///   - names: the names of all files, if none of them is indexed yet.
    package init(_ canvas: Canvas, _ bytes: [UInt8], file: FoundFile, names: FileNames? = nil) {
        self.file = file
        let locations = TextLocations(
            of: canvas.references.flatMap { [$0.range.lowerBound, ($0.destination ?? $0.range).lowerBound] }, in: bytes)
        links = NoteRows.links(canvas.references, in: file.path.folder, locations, names: names)
        findings = canvas.isReadable ? [] : [Self.unreadable("this canvas is not valid JSON")]
    }

    /// Creates the data of a canvas that cannot be read.
    package init(unreadable file: FoundFile, reason: String) {
        self.file = file
        links = []
        findings = [Self.unreadable("this canvas cannot be read: \(reason)")]
    }

    private static func unreadable(_ message: String) -> NoteRows.Finding {
        NoteRows.Finding(
            kind: .unreadable, severity: Diagnostic.Kind.unreadable.severity, location: .start, message: message,
            help: "until it can be read, its links are unknown, and are not updated")
    }
}

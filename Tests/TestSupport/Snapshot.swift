import Foundation
package import Testing

/// Texts that are kept in files beside their tests, so that a change of them is seen in a review.
package enum Snapshot {
    /// Whether the texts are to be written anew; then every test of one fails, since it has shown nothing.
    private static let records = ProcessInfo.processInfo.environment["SLIPBOX_RECORD_SNAPSHOTS"] != nil

    /// Compares a text with `Snapshots/NAME.txt` beside the test's file.
    package static func expect(
        _ text: String, named name: String, file: String = #filePath, location: SourceLocation = #_sourceLocation
    ) throws {
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("Snapshots")
        let path = folder.appendingPathComponent("\(name).txt")
        if records {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: path)
            Issue.record("recorded \(name)", sourceLocation: location)
            return
        }
        let wanted = String(decoding: try Data(contentsOf: path), as: UTF8.self)
        if text == wanted { return }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let others = wanted.split(separator: "\n", omittingEmptySubsequences: false)
        let first = zip(lines, others).enumerated().first { $0.element.0 != $0.element.1 }
        let place =
            first.map { "line \($0.offset + 1) is '\($0.element.0)', not '\($0.element.1)'" } ?? "the length differs"
        Issue.record(
            "\(name): \(place); if that is meant: SLIPBOX_RECORD_SNAPSHOTS=1 swift test", sourceLocation: location)
    }
}

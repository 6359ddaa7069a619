import Foundation

/// Texts that are kept in files beside their tests, so that a change of them is seen in a review.
package enum Snapshot {
    /// Whether to record the texts again. Every test of a text fails then, since it compares nothing.
    private static let records = ProcessInfo.processInfo.environment["SLIPBOX_RECORD_SNAPSHOTS"] != nil

    /// Returns the first difference between a text and `Snapshots/NAME.txt` next to the test; nil if there is none.
    ///
    /// It is for the test to fail: a release build compiles this module too, and has no `Testing`.
    package static func difference(_ text: String, named name: String, file: String = #filePath) throws -> String? {
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("Snapshots")
        let path = folder.appendingPathComponent("\(name).txt")
        if records {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: path)
            return "recorded \(name)"
        }
        let wanted = String(decoding: try Data(contentsOf: path), as: UTF8.self)
        if text == wanted { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let others = wanted.split(separator: "\n", omittingEmptySubsequences: false)
        let first = zip(lines, others).enumerated().first { $0.element.0 != $0.element.1 }
        let place =
            first.map { "line \($0.offset + 1) is '\($0.element.0)', not '\($0.element.1)'" } ?? "the length differs"
        return "\(name): \(place); if that is meant: SLIPBOX_RECORD_SNAPSHOTS=1 swift test"
    }
}

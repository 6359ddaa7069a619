package import Foundation

/// Texts of the project that tests compare with the program.
package enum ProjectFiles {
    package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    package static let readme = text("README.md")

    /// A page of the documentation; empty if it does not exist.
    package static func page(_ name: String) -> String { text("Sources/slip/Documentation.docc/\(name).md") }

    /// The contents of the fenced code blocks in `language` of a text.
    package static func blocks(_ language: String, in text: String) -> [String] {
        text.components(separatedBy: "```\(language)\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    }

    private static func text(_ path: String) -> String {
        (try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)) ?? ""
    }
}

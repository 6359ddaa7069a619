package import SourceText

/// An error about the vault or its environment that makes a command fail. It has a message, printed unchanged, and a
/// location for editors and scripts.
package struct VaultError: Error, Hashable, Sendable, CustomStringConvertible {
    package var message: String
    /// What to do about it, if known.
    package var help: String?
    /// The note, file or folder of the vault that causes the error, if one does.
    package private(set) var path: VaultPath?
    /// The line in that file, from 1.
    package private(set) var line: Int?

    /// - Parameters:
    ///   - path: the file or folder of the vault that causes the error, if one does.
    ///   - line: the line in that file.
    package init(_ message: String, at path: VaultPath? = nil, line: Int? = nil, help: String? = nil) {
        self.message = message
        self.path = path
        self.line = line
        self.help = help
    }

    /// Creates an error about a whole file or folder: `'Ideas/Box.md' is a link`.
    package init(_ path: VaultPath, _ fault: String, help: String? = nil) {
        self.init("'\(path.text)' \(fault)", at: path, help: help)
    }

    /// Creates an error at a line of a file, in the format of compilers: `Ideas/Box.md:12: a merge conflict begins
    /// here`.
    package init(_ path: VaultPath, line: Int, _ fault: String, help: String? = nil) {
        self.init("\(path.text):\(line): \(fault)", at: path, line: line, help: help)
    }

    package var description: String { message }
}

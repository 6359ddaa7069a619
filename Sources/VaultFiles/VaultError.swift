package import SourceText

/// Something about the vault or the world that keeps a command from being done: where that is, for an editor or a script
/// to go there, and the sentence, which is printed as it is.
package struct VaultError: Error, Hashable, Sendable, CustomStringConvertible {
    package var message: String
    /// The way out, where there is one.
    package var help: String?
    /// The note, file or folder of the vault that is at fault, where it is one.
    package private(set) var path: VaultPath?
    /// The line of the file at fault, from 1.
    package private(set) var line: Int?

    /// - Parameters:
    ///   - path: what the sentence is about, where it is one file or folder of the vault.
    ///   - line: the line of that file.
    package init(_ message: String, at path: VaultPath? = nil, line: Int? = nil, help: String? = nil) {
        self.message = message
        self.path = path
        self.line = line
        self.help = help
    }

    /// What is wrong with a file or folder as a whole: `'Ideas/Box.md' is a link`.
    package init(_ path: VaultPath, _ fault: String, help: String? = nil) {
        self.init("'\(path.text)' \(fault)", at: path, help: help)
    }

    /// What is wrong at a line of a file, as compilers say it: `Ideas/Box.md:12: a merge conflict begins here`.
    package init(_ path: VaultPath, line: Int, _ fault: String, help: String? = nil) {
        self.init("\(path.text):\(line): \(fault)", at: path, line: line, help: help)
    }

    package var description: String { message }
}

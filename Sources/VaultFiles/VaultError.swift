package import SourceText

/// An error about the vault or its environment that makes a command fail. It has a message, printed unchanged, and a
/// location for editors and scripts.
package struct VaultError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What a program can do about an error.
    package enum Cause: Hashable, Sendable {
        case other
        /// Another program changed a file after the change was planned. Another attempt may succeed.
        case conflict
        /// Another process holds the lock on changes, or has a note open for writing. Another attempt may succeed.
        case locked
        /// A condition of the user for the change, such as `--if`, does not hold.
        case precondition
    }

    package var message: String
    package private(set) var cause = Cause.other
    /// What to do about it, if known.
    package var help: String?
    /// The note, file or folder of the vault that causes the error, if one does.
    package private(set) var path: VaultPath?
    /// The line in that file, from 1.
    package private(set) var line: Int?

    /// - Parameters:
    ///   - path: the file or folder of the vault that causes the error, if one does.
    ///   - line: the line in that file.
    package init(
        _ message: String, at path: VaultPath? = nil, line: Int? = nil, cause: Cause = .other, help: String? = nil
    ) {
        self.message = message
        self.cause = cause
        self.path = path
        self.line = line
        self.help = help
    }

    /// Creates an error about a whole file or folder: `'Ideas/Box.md' is a link`.
    package init(_ path: VaultPath, _ fault: String, cause: Cause = .other, help: String? = nil) {
        self.init("'\(path.text)' \(fault)", at: path, cause: cause, help: help)
    }

    /// Creates an error at a line of a file, in the format of compilers: `Ideas/Box.md:12: a merge conflict begins
    /// here`.
    package init(_ path: VaultPath, line: Int, _ fault: String, help: String? = nil) {
        self.init("\(path.text):\(line): \(fault)", at: path, line: line, help: help)
    }

    /// The message without the file and line at its beginning, for a reader who is told these apart.
    package var reason: String {
        guard let path, let line else { return message }
        let place = "\(path.text):\(line): "
        return message.hasPrefix(place) ? String(message.dropFirst(place.count)) : message
    }

    package var description: String { message }
}

import Git
import Indexing
import QueryLanguage
import SourceText
import System
import VaultFiles

/// An error as front ends report it.
package struct ErrorReport: Hashable, Sendable {
    /// The raw values are words that scripts can rely on.
    package enum Category: String, Sendable { case usage, query, vault, precondition, system, git, index, unexpected }

    package var kind: Category
    package var message: String
    package var help: String?
    /// The offset of the first invalid byte in the query.
    package var offset: Int?
    /// The file or folder that causes the error, and the line in it, from 1.
    package var path: String?
    package var line: Int?
    /// What a developer needs to know.
    package var details: String?

    package init(_ kind: Category, _ message: String, help: String? = nil) {
        self.kind = kind
        self.message = message
        self.help = help
    }

    /// Creates the report of an error. An error of no known type is `unexpected`.
    package init(_ error: any Error) {
        switch IndexKeeper.explained(error) {
        case let error as QueryError:
            self.init(.query, error.diagnostic.message, help: error.diagnostic.help)
            offset = error.diagnostic.range.lowerBound
        case let error as VaultError:
            self.init(error.cause == .precondition ? .precondition : .vault, error.message, help: error.help)
            (path, line) = (error.path?.text, error.line)
        case let error as SystemError:
            self.init(.system, error.description)
            path = error.path
        case let error as GitError: self.init(.git, error.message, help: error.help)
        case let error as IndexError:
            self.init(.index, error.message, help: error.help)
            details = error.details
        case let error:
            self.init(.unexpected, "unexpected error", help: "please report this error and what led to it")
            details = "\(type(of: error)): \(error)"
        }
    }
}

extension ErrorReport {
    /// Removes the parts of the help that name an option which the user cannot give, such as `to set it anyway: --force`.
    package mutating func removeHelp(naming option: String) {
        let parts = (help ?? "").split(separator: "; ").filter { !$0.hasSuffix(": \(option)") }
        help = parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// Returns the error as one JSON object on one line.
    ///
    /// - Parameter remarks: what the command did before it failed, which is omitted if it did nothing.
    package func json(remarks: [String] = []) -> String {
        var json = JSONWriter()
        json.object { json in
            json.object("error") { json in
                json.field("kind", kind.rawValue)
                json.field("message", message)
                json.field("help", help)
                json.field("offset", offset.map { Int64($0) })
                json.field("path", path)
                json.field("line", line.map { Int64($0) })
            }
            if remarks.isEmpty { return }
            json.field("remarks")
            json.array { json in for remark in remarks { json.string(remark) } }
        }
        return json.text
    }
}

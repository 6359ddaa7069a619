import Arguments
import Git
import Indexing
import QueryLanguage
import SourceText
import System
import VaultFiles

/// An error as one JSON object on one line.
enum ErrorJSON {
    static func text(_ error: any Error) -> String {
        var fields = Fields(kind: "unexpected", message: "unexpected error")
        switch error {
        case let error as UsageError:
            fields = Fields(kind: "usage", message: error.description, help: error.help)
        case let error as QueryError:
            fields = Fields(
                kind: "query", message: error.diagnostic.message, help: error.diagnostic.help,
                offset: error.diagnostic.range.lowerBound)
        case let error as VaultError:
            fields = Fields(
                kind: "vault", message: error.message, help: error.help, path: error.path?.text, line: error.line)
        case let error as SystemError:
            fields = Fields(
                kind: "system", message: error.description, path: error.path)
        case let error as GitError: fields = Fields(kind: "git", message: error.message, help: error.help)
        case let error as IndexError: fields = Fields(kind: "index", message: error.message, help: error.help)
        default: break
        }
        return fields.json
    }

    private struct Fields {
        var kind: String
        var message: String
        var help: String?
        /// The offset of the first invalid byte in the query.
        var offset: Int?
        var path: String?
        var line: Int?

        var json: String {
            var json = JSONWriter()
            json.object { json in
                json.field("error")
                json.object { json in
                    json.field("kind")
                    json.string(kind)
                    json.field("message")
                    json.string(message)
                    json.field("help")
                    json.string(help)
                    json.field("offset")
                    json.int(offset.map { Int64($0) })
                    json.field("path")
                    json.string(path)
                    json.field("line")
                    json.int(line.map { Int64($0) })
                }
            }
            return json.text
        }
    }
}

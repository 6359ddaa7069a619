import Indexing
import LanguageProtocol
import QueryLanguage
import SourceText
import System
import VaultFiles

/// Converts internal errors to error responses.
enum Faults {
    static func response(to error: any Error) -> ResponseError {
        switch IndexKeeper.explained(error) {
        case let error as ResponseError: error
        case let error as VaultError: ResponseError(.requestFailed, text(error.message, error.help))
        case let error as QueryError:
            ResponseError(.requestFailed, text(error.diagnostic.message, error.diagnostic.help))
        case let error as IndexError: ResponseError(.requestFailed, text(error.message, error.help))
        case let error as SystemError: ResponseError(.requestFailed, error.description)
        default: ResponseError(.internalError, "unexpected error")
        }
    }

    private static func text(_ message: String, _ help: String?) -> String {
        help.map { "\(message) (\($0))" } ?? message
    }
}

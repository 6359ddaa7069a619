import FoundationEssentials

/// Writes files of a folder as Swift source: `embed-files FOLDER OUTPUT TYPE PATH…`.
///
/// It depends on no module of the package, because everything that embeds files waits for it.
///
/// UTF-8 files become string literals, which compile fast. An array literal of the same length takes seconds, so it is
/// used only for the rest, a few small images.
@main
enum EmbedFilesTool {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 4 else { return print("usage: embed-files FOLDER OUTPUT TYPE PATH…") }
        let type = arguments[3]
        var source = "extension \(type) {\n    package static let all: [\(type)] = [\n"
        for path in arguments.dropFirst(4) {
            let bytes = Array(try Data(contentsOf: URL(filePath: "\(arguments[1])/\(path)")))
            let text = String(validating: bytes, as: UTF8.self)
            let content = text.map { "Array(\(literal($0)).utf8)" } ?? "\(bytes)"
            source += "        \(type)(path: \(literal(path)), bytes: \(content)),\n"
        }
        source += "    ]\n}\n"
        try Data(source.utf8).write(to: URL(filePath: arguments[2]))
    }

    /// Returns a Swift string literal for `text`, byte for byte.
    private static func literal(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case " "..."~": result.unicodeScalars.append(scalar)
            default: result += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return result + "\""
    }
}

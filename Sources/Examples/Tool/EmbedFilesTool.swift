import SourceText
import System

/// Writes the files of a folder as Swift source: `embed-files FOLDER OUTPUT TYPE`.
///
/// UTF-8 files become string literals, which compile fast. An array literal of the same length takes seconds, so it is
/// used only for the rest, a few small images.
@main
enum EmbedFilesTool {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4 else { return print("usage: embed-files FOLDER OUTPUT TYPE") }
        let type = arguments[3]
        var source = "extension \(type) {\n    package static let all: [\(type)] = [\n"
        for path in try files(in: .root, of: arguments[1]).sorted() {
            let bytes = try Files.read(Array("\(arguments[1])/\(path.text)".utf8)).bytes
            let text = String(validating: bytes, as: UTF8.self)
            let content = text.map { "Array(\(literal($0)).utf8)" } ?? "\(bytes)"
            source += "        \(type)(path: \(literal(path.text)), bytes: \(content)),\n"
        }
        source += "    ]\n}\n"
        let output = Array(arguments[2].utf8)
        if FileStatus.seen(output) != nil { try Files.remove(output) }
        try Files.create(output, Array(source.utf8))
    }

    private static func files(in folder: VaultPath, of vault: String) throws -> [VaultPath] {
        try Files.list(Array("\(vault)/\(folder.text)".utf8)).flatMap { name, status in
            let path = folder.appending(VaultPath(bytes: name))
            if !isOwn(path) { return [VaultPath]() }
            return status.kind == .directory ? try files(in: path, of: vault) : [path]
        }
    }

    /// Whether a file or folder is part of the sample vault, rather than a file that `slip` keeps there, such as the
    /// index.
    private static func isOwn(_ path: VaultPath) -> Bool {
        !path.text.hasPrefix(".slipbox/") || [".slipbox/config.yaml", ".slipbox/templates"].contains(path.text)
            || path.text.hasPrefix(".slipbox/templates/")
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

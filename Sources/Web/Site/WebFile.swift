import SourceText

/// A file of the module that is embedded in the program. The build lists them in `all`.
struct WebFile: Sendable {
    let path: String
    let bytes: [UInt8]

    /// Returns the text of a file, or nothing if the build has none of this name.
    static func embedded(_ path: String) -> String {
        String(decoding: bytes(path), as: UTF8.self)
    }

    static func bytes(_ path: String) -> [UInt8] { all.first { $0.path == path }?.bytes ?? [] }

    /// The style sheet without its comments, indentation and line ends. Each of its lines ends with one of `;{},`.
    static let styleSheet: [UInt8] = {
        let lines = embedded("style.css").split(separator: "\n").map { $0.drop { $0 == " " } }
        let text = lines.filter { !$0.hasPrefix("/*") }.joined()
        return Array(text.replacing(" {", with: "{").replacing("; }", with: "}").utf8)
    }()
}

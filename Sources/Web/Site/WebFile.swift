import SourceText

/// A file of the module that is embedded in the program. The build lists them in `all`.
struct WebFile: Sendable {
    let path: String
    let bytes: [UInt8]

    /// Returns the text of a file, or nothing if the build has none of this name.
    static func embedded(_ path: String) -> String { String(decoding: bytes(path), as: UTF8.self) }

    /// Returns the content of a file. Style sheets and scripts have no comments and no indentation.
    static func bytes(_ path: String) -> [UInt8] { contents[path] ?? [] }

    private static let contents = Dictionary(all.map { ($0.path, compact($0)) }) { first, _ in first }

    /// Each line of a style sheet ends with one of `;{},`. Comments are on separate lines.
    private static func compact(_ file: WebFile) -> [UInt8] {
        let lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").map { $0.drop { $0 == " " } }
        if file.path.hasSuffix(".css") {
            let text = lines.filter { !$0.hasPrefix("/*") }.joined()
            return Array(text.replacing(" {", with: "{").replacing("; }", with: "}").utf8)
        }
        if file.path.hasSuffix(".js") {
            return Array((lines.filter { !$0.hasPrefix("//") }.joined(separator: "\n") + "\n").utf8)
        }
        return file.bytes
    }
}

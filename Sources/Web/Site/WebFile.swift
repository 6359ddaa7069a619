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
}

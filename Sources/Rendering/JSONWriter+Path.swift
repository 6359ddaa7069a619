package import SourceText

extension JSONWriter {
    /// Writes a member with a path, or null. If the path is not UTF-8, its invalid bytes are replaced, and a member
    /// `NAME_base64` with the exact bytes follows.
    package mutating func path(_ name: String, _ path: VaultPath?) {
        field(name)
        string(path?.text)
        guard let path, !path.isText else { return }
        field("\(name)_base64")
        string(Base64.encoded(path.bytes))
    }
}

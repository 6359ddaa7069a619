package import SourceText

extension JSONWriter {
    /// Writes a member with a path. If the path is not UTF-8, adds its bytes as `NAME_base64`.
    package mutating func path(_ name: String, _ path: VaultPath?) {
        field(name)
        string(path?.text)
        guard let path, !path.isText else { return }
        field("\(name)_base64")
        string(Base64.encoded(path.bytes))
    }
}

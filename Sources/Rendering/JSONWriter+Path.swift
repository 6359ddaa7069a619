package import SourceText

extension JSONWriter {
    /// A member that is a path; where the name is not UTF-8, its bytes beside it, as `NAME_base64`.
    package mutating func path(_ name: String, _ path: VaultPath?) {
        field(name)
        string(path?.text)
        guard let path, !path.isText else { return }
        field("\(name)_base64")
        string(Base64.encoded(path.bytes))
    }
}

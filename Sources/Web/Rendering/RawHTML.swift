/// Raw HTML of notes.
enum RawHTML {
    /// Returns HTML without comments, which are not displayed.
    static func withoutComments(_ html: String) -> String {
        var text = ""
        var rest = html[...]
        while let start = rest.firstRange(of: "<!--") {
            text += rest[..<start.lowerBound]
            rest = rest[start.upperBound...].firstRange(of: "-->").map { rest[$0.upperBound...] } ?? ""
        }
        return text + rest
    }
}

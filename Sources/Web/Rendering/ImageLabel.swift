import SourceText

/// The labels of images.
enum ImageLabel {
    /// Removes the size from a label as Obsidian writes it (`alt|300`, `alt|300x200`, or the size alone),
    /// and returns it as attributes.
    static func takeSize(_ label: inout String) -> String {
        let bar = label.lastIndex(of: "|")
        let size = bar.map { label[label.index(after: $0)...] } ?? label[...]
        let parts = size.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ (1...5).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isDigit) })
        else { return "" }
        let attributes = zip(["width", "height"], parts).map { " \($0)=\"\($1)\"" }.joined()
        label = bar.map { String(label[..<$0]) } ?? ""
        return attributes
    }
}

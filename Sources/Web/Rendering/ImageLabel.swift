import Notes
import SourceText

/// The labels of images.
enum ImageLabel {
    /// Removes the size from a label as Obsidian writes it (`alt|300`, `alt|300x200`, or the size alone),
    /// and returns it as attributes.
    ///
    /// - Parameter picture: the size of the picture, if known. It completes a width, and stands for a missing size.
    static func takeSize(_ label: inout String, of picture: (width: Int, height: Int)?) -> String {
        let own = picture.map { " width=\"\($0.width)\" height=\"\($0.height)\"" } ?? ""
        let bar = label.lastIndex(of: "|")
        let size = bar.map { label[label.index(after: $0)...] } ?? label[...]
        let parts = size.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ (1...5).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isDigit) })
        else { return own }
        let attributes = zip(["width", "height"], parts).map { " \($0)=\"\($1)\"" }.joined()
        label = bar.map { String(label[..<$0]) } ?? ""
        if parts.count == 2 { return attributes + " class=\"sized\"" }
        guard let picture, let width = Int(parts[0]) else { return attributes }
        return attributes + " height=\"\(max(1, picture.height * width / picture.width))\""
    }

    /// Returns the element of a picture.
    ///
    /// - Parameters:
    ///   - size: the size of the picture in pixels, if known.
    ///   - label: the text in place of the picture, which can contain a size.
    ///   - end: other attributes, each after a space.
    static func picture(
        _ address: String, size: (width: Int, height: Int)?, _ label: String, end: String
    ) -> String {
        var label = label
        let size = takeSize(&label, of: size)
        let address = HTMLWriter.address(address)
        return "<img src=\"\(address)\" alt=\"\(HTMLWriter.escaped(label))\"\(size)\(end) />"
    }
}

extension Inline {
    var isImage: Bool { if case .image = kind { true } else { false } }
}

import SourceText

/// The comments, instructions and declarations of HTML in a note, which pages do not show.
package enum HTMLComments {
    /// What begins and ends them.
    private static let marks = [("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>"), ("<!", ">")].map {
        (open: Array($0.0.utf8), close: Array($0.1.utf8))
    }

    /// Returns the text with spaces in place of the comments in its body. Line ends stay. An open comment ends with the
    /// text, which may hide more than a page does.
    ///
    /// - Complexity: O(bytes), but fast without comments.
    package static func blanked(_ bytes: [UInt8]) -> [UInt8] {
        let start = FrontMatter.bodyStart(of: bytes)
        guard next(in: bytes, from: start) != nil else { return bytes }
        // A script or a definition can contain a comment. Code cannot.
        let code = Body(bytes, from: start).reading.map { $0.kind == .apart ? $0.range : 0..<0 }.filter {
            !$0.isEmpty && ![Byte.less, Byte.leftBracket].contains(bytes[$0.lowerBound])
        }
        var result = bytes
        var passed = 0
        var index = start
        while let open = next(in: bytes, from: index) {
            while passed < code.count, code[passed].upperBound <= open { passed += 1 }
            if passed < code.count, code[passed].lowerBound <= open {
                index = code[passed].upperBound
                continue
            }
            guard let mark = marks.first(where: { bytes.holds($0.open, at: open) }) else {
                index = open + 1
                continue
            }
            index = bytes[(open + mark.open.count)...].firstRange(of: mark.close)?.upperBound ?? bytes.count
            for place in open..<index where !result[place].isLineEnd { result[place] = Byte.space }
        }
        return result
    }

    /// Returns the offset of the first `<!` or `<?` at or after `start`.
    private static func next(in bytes: [UInt8], from start: Int) -> Int? {
        var index = start
        while let open = bytes[index...].firstIndex(of: Byte.less) {
            if bytes.holds([Byte.bang], at: open + 1) || bytes.holds([Byte.question], at: open + 1) { return open }
            index = open + 1
        }
        return nil
    }
}

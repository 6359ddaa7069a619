import SourceText

/// The byte order mark, the line ends and the last line end of a text.
struct TextForm: Hashable {
    enum LineEnd: Hashable { case none, lineFeed, crlf, mixed }

    var hasMark: Bool
    var lineEnd: LineEnd
    var endsLine: Bool

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    init(_ bytes: [UInt8]) {
        hasMark = bytes.starts(with: Self.mark)
        endsLine = bytes.last == Byte.newline || bytes.count == (hasMark ? 3 : 0)
        var (feeds, pairs, lone) = (0, 0, 0)
        for index in bytes.indices {
            if bytes[index] == Byte.newline {
                if index > 0, bytes[index - 1] == Byte.carriageReturn { pairs += 1 } else { feeds += 1 }
            } else if bytes[index] == Byte.carriageReturn, index + 1 == bytes.count || bytes[index + 1] != Byte.newline
            {
                lone += 1
            }
        }
        switch (feeds, pairs) {
        case (0, 0): lineEnd = lone > 0 ? .mixed : .none
        case (_, 0): lineEnd = lone > 0 ? .mixed : .lineFeed
        case (0, _): lineEnd = lone > 0 ? .mixed : .crlf
        default: lineEnd = .mixed
        }
    }

    /// Returns a form in which each property is that of the side that changed it. Returns nil if a text has mixed line
    /// ends.
    ///
    /// - Parameter isNew: whether there is no base, so that our form is used.
    static func merged(base: TextForm, ours: TextForm, theirs: TextForm, isNew: Bool) -> TextForm? {
        if [base, ours, theirs].contains(where: { $0.lineEnd == .mixed }) { return nil }
        if isNew { return ours }
        var form = ours
        if ours.hasMark == base.hasMark { form.hasMark = theirs.hasMark }
        if ours.endsLine == base.endsLine { form.endsLine = theirs.endsLine }
        // A text of one line without an end says nothing about line ends.
        let isOurs = theirs.lineEnd == .none || ours.lineEnd != base.lineEnd && ours.lineEnd != .none
        if !isOurs { form.lineEnd = theirs.lineEnd }
        if form.lineEnd == .none { form.lineEnd = base.lineEnd }
        return form
    }

    /// Returns a text of this form without byte order mark, with `\n` after every line.
    func plain(_ bytes: [UInt8]) -> [UInt8] {
        var plain = hasMark ? Array(bytes.dropFirst(3)) : bytes
        if lineEnd == .crlf { plain.removeAll { $0 == Byte.carriageReturn } }
        if !endsLine { plain.append(Byte.newline) }
        return plain
    }

    /// Returns a plain text in this form.
    func applied(to plain: [UInt8]) -> [UInt8] {
        var bytes = plain
        if !endsLine, bytes.last == Byte.newline { bytes.removeLast() }
        if lineEnd == .crlf { bytes = bytes.flatMap { $0 == Byte.newline ? [Byte.carriageReturn, $0] : [$0] } }
        return (hasMark ? Self.mark : []) + bytes
    }
}

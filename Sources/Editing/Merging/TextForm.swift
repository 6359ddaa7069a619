import SourceText

/// What a text is like as a whole: a mark at its start, how its lines end, whether the last one does.
struct TextForm: Hashable {
    enum LineEnd: Hashable { case none, lineFeed, both, mixed }

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
        case (0, _): lineEnd = lone > 0 ? .mixed : .both
        default: lineEnd = .mixed
        }
    }

    /// That of the side that changed it; nil where lines end in several ways in one text, so that nothing can be told apart.
    ///
    /// - Parameter isNew: whether there was nothing before, so that ours counts.
    static func merged(_ base: TextForm, _ ours: TextForm, _ theirs: TextForm, isNew: Bool) -> TextForm? {
        if [base, ours, theirs].contains(where: { $0.lineEnd == .mixed }) { return nil }
        if isNew { return ours }
        var form = ours
        if ours.hasMark == base.hasMark { form.hasMark = theirs.hasMark }
        if ours.endsLine == base.endsLine { form.endsLine = theirs.endsLine }
        if ours.lineEnd == base.lineEnd || ours.lineEnd == .none { form.lineEnd = theirs.lineEnd }
        return form
    }

    /// A text of this form without mark, its lines ending with a line feed, the last one too.
    func plain(_ bytes: [UInt8]) -> [UInt8] {
        var plain = hasMark ? Array(bytes.dropFirst(3)) : bytes
        if lineEnd == .both { plain.removeAll { $0 == Byte.carriageReturn } }
        if !endsLine { plain.append(Byte.newline) }
        return plain
    }

    /// The other way around.
    func formed(_ plain: [UInt8]) -> [UInt8] {
        var bytes = plain
        if !endsLine, bytes.last == Byte.newline { bytes.removeLast() }
        if lineEnd == .both { bytes = bytes.flatMap { $0 == Byte.newline ? [Byte.carriageReturn, $0] : [$0] } }
        return (hasMark ? Self.mark : []) + bytes
    }
}

import Notes
import SourceText

/// The ids of blocks as Obsidian writes them: `^name` at the end of a line.
enum BlockIDs {
    /// Removes the ids from the ends of the lines of a block, and returns them with their `^`, in lower case.
    static func taken(from inlines: [Inline]) -> (inlines: [Inline], ids: [String]) {
        let mayHaveIDs = inlines.contains { inline in
            if case .text(let text) = inline.kind { text.utf8.contains(Byte.caret) } else { false }
        }
        if !mayHaveIDs { return (inlines, []) }
        var rest: [Inline] = []
        var ids: [String] = []
        for (index, inline) in inlines.enumerated() {
            let next = index + 1 < inlines.count ? inlines[index + 1].kind : .hardBreak
            guard next == .hardBreak || next == .softBreak, case .text(let text) = inline.kind,
                let (kept, id) = split(text)
            else {
                rest.append(inline)
                continue
            }
            ids.append(id)
            if kept.isEmpty { continue }
            rest.append(inline)
            rest[rest.count - 1].kind = .text(String(kept))
        }
        while let last = rest.last?.kind, last == .softBreak || last == .hardBreak { rest.removeLast() }
        return (rest, ids)
    }

    /// Splits a text into what precedes an id at its end, and the id. Returns nil if it ends with none.
    private static func split(_ text: String) -> (kept: Substring, id: String)? {
        guard let caret = text.lastIndex(of: "^") else { return nil }
        let name = text[text.index(after: caret)...]
        let before = text[..<caret]
        guard !name.isEmpty, name.utf8.allSatisfy({ $0.isLetter || $0.isDigit || $0 == Byte.hyphen }),
            before.isEmpty || before.last?.isWhitespace == true
        else { return nil }
        return (before.dropLast(before.reversed().prefix { $0 == " " }.count), "^" + name.lowercased())
    }
}

extension BlockNode {
    var isParagraph: Bool { if case .paragraph = content { true } else { false } }
}

import QueryLanguage
import Searching
import SourceText
import VaultFiles

/// A sink for users: title, path, status, date and keywords, and the best passages.
struct TextSink: ResultSink {
    private let around: RenderingContext
    private let write: Write
    private var isFirst = true

    init(_ around: RenderingContext, _ write: @escaping Write) {
        self.around = around
        self.write = write
    }

    private var style: Style { around.style }

    func wantsPassages(for showing: Condition.Showing) -> Bool { showing > .head }

    mutating func beginSection(_ label: String, count: Int?) throws {
        try write(Array("\(isFirst ? "" : "\n")\(style.ink(label, .section))\n\n".utf8))
        isFirst = true
    }

    mutating func endSection() { isFirst = false }

    mutating func beginAddition(_ addition: Addition, grouped: Bool) throws {
        // On a terminal, the hints for an empty result are above.
        if isFirst, around.isTerminal, addition == .nearMatches { try write([Byte.newline]) }
        try write(Array("\(isFirst ? "" : "\n")\(style.ink(addition.heading, .label))\n\n".utf8))
        isFirst = true
    }

    mutating func add(_ hit: NoteHit, _ passages: Passages?) throws {
        var head = style.ink(hit.title, .title)
        if hit.isFavorite { head += " " + style.ink("★", .favorite) }
        var facts = hit.shownStatus.map { [style.status($0)] } ?? []
        facts.append(style.ink(RowDate(hit.created, now: around.now, around.calendar).text, .date))
        facts += hit.keywords.map(style.keyword)
        let vault = hit.result.vault.map { style.ink("\($0.name): ", .label) } ?? ""
        var lines = [
            head, "  " + vault + style.ink(around.paths.text(hit), .path) + "  " + facts.joined(separator: "  "),
        ]
        if let nearMatch = hit.result.nearMatch {
            lines.append("  " + style.ink(nearMatch.plainText(passages), .label))
        }
        let snippets =
            passages?.snippets(count: around.lines ?? 3, width: max(20, style.width - 11), as: .displayed) ?? []
        lines += snippets.map(line)
        if snippets.isEmpty, let count = around.lines {
            lines += around.beginning(hit, count).map { "         " + SafeText.escaped($0) }
        }
        try write(Array(((isFirst ? "" : "\n") + lines.joined(separator: "\n") + "\n").utf8))
        isFirst = false
    }

    /// Returns a passage after its line number.
    private func line(_ snippet: Passages.Snippet) -> String {
        let number = snippet.attachment == nil ? String(snippet.line) : ""
        let margin = String(repeating: " ", count: max(0, 5 - number.count))
        return "  \(margin)\(style.ink(number, .number))  "
            + snippet.parts.map { $0.isMatch ? style.ink($0.text, .match) : style.plain($0.text) }.joined()
    }
}

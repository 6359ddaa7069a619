import Editing
import JSONRPC
import Searching
import SourceText
import VaultFiles

extension CompletionLister {
    /// Returns items for a hashtag. Keywords that begin with the typed text are offered down to its level: `a/b` gives
    /// two levels, and deeper keywords count towards their ancestor. After these come keywords that contain the text
    /// elsewhere, in full. Keywords with a space are left out.
    func keywords(_ typed: String, _ range: Range<Int>) throws -> Items {
        try keywordItems(typed, range, isHashtag: true) { edit(range, $0) }
    }

    func keywordItems(
        _ typed: String, _ range: Range<Int>, isHashtag: Bool, edit: (String) -> TextEdit
    ) throws -> Items {
        let wanted = Folding.fold(typed)
        let depth = typed.split(separator: "/", omittingEmptySubsequences: false).count
        var counts: [String: (name: String, notes: Int, tier: Int)] = [:]
        for keyword in try snapshot.noteChoices.keywordChoices(besides: NotePlace(path: note.path, range: range)) {
            let folded = Folding.fold(keyword.name)
            let tier =
                wanted.isEmpty || folded.hasPrefix(wanted)
                ? 0
                : folded.split(separator: "/").contains { $0.hasPrefix(wanted) } ? 1 : folded.contains(wanted) ? 2 : 3
            guard tier < 3 else { continue }
            if isHashtag, keyword.name.contains(" ") { continue }
            // Deeper keywords count towards their ancestor at that level.
            let parts = keyword.name.split(separator: "/", omittingEmptySubsequences: false)
            let name = tier == 0 ? parts.prefix(depth).joined(separator: "/") : keyword.name
            counts[Folding.fold(name), default: (name, 0, tier)].notes += keyword.notes
        }
        let ordered = counts.values.sorted { ($0.tier, -$0.notes, $0.name) < ($1.tier, -$1.notes, $1.name) }
        let items = ordered.prefix(limit).enumerated().map { order, keyword in
            item(
                keyword.name, .keyword, detail: keyword.notes == 1 ? "1 note" : "\(keyword.notes) notes", order: order,
                match: typed.isEmpty ? nil : typed, edit: edit(keyword.name),
                data: [
                    "vault": .string(String(decoding: vault.root, as: UTF8.self)), "keyword": .string(keyword.name),
                ])
        }
        return (items, true)
    }
}

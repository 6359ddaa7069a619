import Indexing
import QueryLanguage
import Rendering
import Searching
import SourceText
import VaultFiles

/// `--explain`: prints how a query is parsed, and the steps of its evaluation.
enum Explanation {
    static func print(_ search: VaultSearch, _ snapshot: VaultSnapshot, in context: CommandContext) throws {
        var lines: [(String, String)] = []
        lines.append(("query", search.query.text.isEmpty ? "(empty: every note)" : search.query.text))
        lines.append(("parsed as", ConditionText.describe(search.query.condition, context.environment.calendar)))
        switch search.scope {
        case .all: lines.append(("scope", "the whole vault"))
        case .folder:
            lines.append(("scope", search.folder.isRoot ? "the whole vault" : "'\(search.folder)' and its subfolders"))
        case .here: lines.append(("scope", "'\(search.folder.isRoot ? "/" : search.folder.text)' only"))
        }
        lines.append(
            (
                "sort",
                (search.presentation.sort ?? []).map(sortText).joined(separator: ", ") + ", then newest first, path"
            ))
        if let grouping = search.presentation.grouping { lines.append(("sections", grouping.text)) }
        if let limit = search.presentation.limit { lines.append(("limit", String(limit))) }
        if let offset = search.presentation.offset, offset > 0 { lines.append(("offset", String(offset))) }
        lines.append(("index", indexText(snapshot, context)))
        for (name, text) in lines {
            try context.print(name + String(repeating: " ", count: 10 - name.count) + SafeText.escaped(text))
        }
        try context.print("plan")
        let plan = try snapshot.plan(of: search)
        for (number, step) in plan.steps.enumerated() {
            try context.print("  \(number + 1). \(SafeText.escaped(text(step)))")
        }
        if !plan.operands.isEmpty { try context.print("evaluated in this order") }
        for step in plan.operands {
            let part = ConditionText.describe(step.part, context.environment.calendar)
            let left = step.remaining.map { ": \(Counted.notes($0)) left" } ?? ""
            try context.print("  \(SafeText.escaped("\(step.source): \(part)\(left)"))")
            for (number, notes) in step.steps.enumerated() {
                try context.print("    \(Counted.notes(notes)) after \(number + 1) \(number == 0 ? "link" : "links")")
            }
        }
        try printRanks(search, snapshot, in: context)
    }

    /// The number of notes whose ranking is explained.
    private static let fewNotes = 5

    /// Prints why the first notes are ranked as they are, and the near matches.
    private static func printRanks(
        _ search: VaultSearch, _ snapshot: VaultSnapshot, in context: CommandContext
    ) throws {
        let reasons = try snapshot.rankReasons(search, limit: fewNotes)
        if !reasons.isEmpty { try context.print("scores of the first notes") }
        for note in reasons {
            try context.print("  \(score(note.score))  \(SafeText.escaped(note.path.text))")
            if note.isNamed { try context.print("        the query is its title, file name or alias") }
            for share in note.shares {
                let texts = share.texts.map(\.queryText).joined(separator: " ")
                let places = share.places.map { $0.count == 1 ? $0.part : "\($0.count) × \($0.part)" }
                let beside = share.texts.count > 1 ? " adjacent" : ""
                try context.print(
                    "        \(score(share.score))  \(SafeText.escaped(texts))\(beside): \(places.joined(separator: ", "))"
                )
            }
            for share in note.related {
                let reasons = RelatedText.phrases(share.reasons).joined(separator: "; ")
                try context.print(
                    "        \(score(share.score))  \(SafeText.escaped("like:\(QueryText.quoted(share.to.text)): \(reasons)"))"
                )
            }
        }
        let near = try CollectionSearch(search, in: snapshot).nearMatches()
        if near.isEmpty { return }
        try context.print("weights of the terms in near matches, with similar words")
        for term in try snapshot.termReasons(search) {
            let expansions = term.expansions.map { expansion in
                let texts = expansion.texts.map(\.queryText).joined(separator: " … ")
                return "\(texts) × \(decimal(expansion.similarity)) (\(Counted.notes(expansion.notes)))"
            }
            let list = expansions.isEmpty ? "no note has it or a similar word" : expansions.joined(separator: ", ")
            try context.print("  \(score(term.weight))  \(SafeText.escaped("\(term.label): \(list)"))")
        }
        try context.print("nearly")
        for note in near {
            try context.print(
                "  \(score(note.result.score ?? 0))  \(SafeText.escaped(note.path.text)): \(SafeText.escaped(note.result.nearMatch?.plainText(nil) ?? ""))"
            )
        }
    }

    /// Formats a score with two decimals in six columns.
    private static func score(_ score: Double) -> String {
        let text = decimal(score)
        return String(repeating: " ", count: max(0, 6 - text.count)) + text
    }

    /// Formats a positive number with two decimals.
    private static func decimal(_ number: Double) -> String {
        let hundredths = Int((number * 100).rounded())
        let decimals = String(hundredths % 100)
        return "\(hundredths / 100).\(decimals.count == 1 ? "0" : "")\(decimals)"
    }

    private static func indexText(_ snapshot: VaultSnapshot, _ context: CommandContext) -> String {
        if context.globals.skipsSync { return "not compared with the files (--no-sync)" }
        if context.opened?.isConfirmed == true { return "confirmed by a watcher" }
        let text = "compared with the files"
        if context.callsForWatcher { return "\(text); starting a watcher (watch: auto)" }
        if case .barred(let reason) = AutomaticWatcher.state(of: snapshot.vault) {
            return "\(text); no watcher is started: \(reason)"
        }
        return text
    }

    private static func text(_ step: SearchPlan.Step) -> String {
        switch step {
        case .index(let term?, let notes): "index: \(term) (\(Counted.notes(notes)))"
        case .index(nil, let notes): "index: every note (\(Counted.notes(notes)))"
        case .files(let terms, let notes): "files: \(terms), read in the notes that match the rest: \(notes)"
        case .rank:
            "rank: BM25 with title, alias and name 10, keyword 6, heading 3, body 1; bonus for adjacent words"
        }
    }

    private static func sortText(_ key: SortKey) -> String {
        key.descends.map { key.by.name + ($0 ? " descending" : " ascending") } ?? key.by.name
    }
}

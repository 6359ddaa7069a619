import Indexing
import QueryLanguage
import Rendering
import Searching
import SourceText
import VaultFiles

/// `--explain`: how a query was read, and in what steps it is answered.
enum Explanation {
    static func print(_ search: VaultSearch, _ session: VaultSession, in context: CommandContext) throws {
        var lines: [(String, String)] = []
        lines.append(("query", search.query.text.isEmpty ? "(empty: every note)" : search.query.text))
        lines.append(("read as", ConditionText.describe(search.query.condition, context.environment.calendar)))
        switch search.scope {
        case .all: lines.append(("scope", "the whole vault"))
        case .folder: lines.append(("scope", search.folder.isRoot ? "the whole vault" : "'\(search.folder)' and below"))
        case .here: lines.append(("scope", "'\(search.folder.isRoot ? "/" : search.folder.text)' alone"))
        }
        lines.append(
            (
                "sort",
                (search.presentation.sort ?? []).map(sortText).joined(separator: ", ") + ", then newest first, path"
            ))
        if let group = search.presentation.group { lines.append(("sections", group.name)) }
        if let limit = search.presentation.limit { lines.append(("limit", String(limit))) }
        if let offset = search.presentation.offset, offset > 0 { lines.append(("offset", String(offset))) }
        lines.append(("index", indexText(session, context)))
        for (name, text) in lines {
            try context.print(name + String(repeating: " ", count: 10 - name.count) + Style.escaped(text))
        }
        try context.print("plan")
        let plan = try session.plan(of: search)
        for (number, step) in plan.steps.enumerated() {
            try context.print("  \(number + 1). \(Style.escaped(text(step)))")
        }
        if plan.asked.isEmpty { return }
        try context.print("asked in this order")
        for step in plan.asked {
            let part = ConditionText.describe(step.part, context.environment.calendar)
            let left = step.left.map { ": \(Counted.notes($0)) left" } ?? ""
            try context.print("  \(Style.escaped("\(step.source): \(part)\(left)"))")
        }
    }

    /// How the index was brought up to date.
    private static func indexText(_ session: VaultSession, _ context: CommandContext) -> String {
        if context.globals.skipsSync { return "as it is, not compared with the files" }
        if session.keeper.isVouchedFor { return "vouched for by a watcher" }
        let text = "compared with the files"
        if context.callsForWatcher { return "\(text); a watcher is started (watch: auto)" }
        if case .barred(let reason) = AutomaticWatcher.state(of: session.vault) {
            return "\(text); no watcher comes by itself: \(reason)"
        }
        return text
    }

    private static func text(_ step: SearchPlan.Step) -> String {
        switch step {
        case .index(let term?, let notes): "index: \(term) (\(Counted.notes(notes)))"
        case .index(nil, let notes): "index: every note (\(Counted.notes(notes)))"
        case .files(let terms, let notes): "files: \(terms), read in the notes that pass the rest: \(notes)"
        case .rank: "rank: BM25 with title, alias and name 10, keyword 6, heading 3, body 1"
        }
    }

    private static func sortText(_ key: SortKey) -> String {
        key.descends.map { key.by.name + ($0 ? " descending" : " ascending") } ?? key.by.name
    }
}

import QueryLanguage
import Rendering
import Searching
import SourceText
import Terminal
import VaultFiles

/// The output for screen readers and terminals without cursor control: lines that describe each change of the state.
package struct PlainOutput {
    private var query: String?
    private var selected: NoteAddress?
    private var total: Int?
    private var message: String?
    private var overlay = ""
    private var notices: [String] = []
    /// The selected row of the pane of folders, if it has the focus.
    private var folder: Int?
    private var focus: BrowserPane?
    private var pageLine: Int?
    private var marked: [NoteAddress] = []
    private var completions = ""

    package init() {}

    /// Returns lines that describe the changes since the last call.
    package mutating func update(_ state: BrowserState) -> [String] {
        var lines: [String] = []
        let text = state.line.text
        let overlay = Self.text(of: state)
        if overlay != self.overlay, !overlay.isEmpty { lines.append(overlay) }
        self.overlay = overlay
        if let text = state.message?.text, text != message { lines.append(text) }
        message = state.message?.text
        let list = state.list
        let count = "\(list.marked.count) marked"
        for note in list.marked where !marked.contains(note) { lines.append("marked \(Self.name(note)), \(count)") }
        for note in marked where !list.marked.contains(note) {
            lines.append("no longer marked \(Self.name(note)), \(count)")
        }
        marked = list.marked
        // The query is reported together with its results.
        guard state.pending.request == nil || state.line.fault != nil else { return lines.map(BrowserView.safe) }
        if let fault = state.line.fault, query != text {
            lines.append("\(text): \(fault.message)")
        } else if let results = list.results, query != text || total != results.total {
            lines.append("\(text.isEmpty ? "all" : text): \(results.total) \(results.total == 1 ? "note" : "notes")")
            total = results.total
            selected = nil
        }
        query = text
        let notices = list.results?.notices ?? []
        lines += notices.filter { !self.notices.contains($0) }
        self.notices = notices
        if focus != state.focus, focus != nil { lines.append("\(state.focus)") }
        focus = state.focus
        let row = focus == .folders ? state.tree.selected : nil
        if let row, row != folder { lines.append(Self.text(of: row, in: state.tree, state.setting)) }
        folder = row
        if let hit = list.selectedHit, hit.address != selected { lines.append(Self.text(hit, state)) }
        selected = list.selectedHit?.address
        let preview = state.preview
        if state.focus == .preview, pageLine != preview.top, preview.lines.indices.contains(preview.top) {
            lines.append(preview.lines[preview.top].line.text)
        }
        pageLine = state.focus == .preview ? preview.top : nil
        let completions = Self.completions(state)
        if completions != self.completions, !completions.isEmpty { lines.append(completions) }
        self.completions = completions
        return lines.map(BrowserView.safe)
    }

    private static func text(of row: Int, in tree: FolderTree, _ setting: BrowserSetting) -> String {
        if row == 0 { return "all of \(setting.vault)" }
        let folder = tree.folders[row - 1]
        let path = folder.address.path.isRoot ? folder.name : folder.address.text
        return "\(path), \(folder.notes) \(folder.notes == 1 ? "note" : "notes")"
    }

    private static func name(_ note: NoteAddress) -> String { note.path.stem.text + note.vault.suffix }

    private static func text(_ hit: NoteHit, _ state: BrowserState) -> String {
        var parts = [hit.title] + (hit.isFile ? ["file"] : [hit.shownStatus].compactMap { $0 })
        if let vault = hit.result.vault { parts.append(vault.name) }
        parts.append(state.setting.calendar.civil(hit.created).dayText)
        if hit.isFavorite { parts.append("favorite") }
        parts += hit.keywords.map { "#\($0)" }
        if state.list.marked.contains(hit.address) { parts.append("marked") }
        let results = state.list.results
        let number = results?.rows[...state.list.selected].count { $0.hit != nil } ?? 0
        let passage = results?.passages[hit.address]?.snippet.map { ": " + $0.parts.map(\.text).joined() } ?? ""
        return "\(number). \(parts.joined(separator: ", "))\(passage)"
    }

    /// Returns what Tab can insert. Empty after the user has taken a completion, because the query then tells it.
    private static func completions(_ state: BrowserState) -> String {
        guard state.focus == .search, state.line.completion.taken == nil else { return "" }
        let listed = state.line.completion.listed.prefix(8).map { $0.term + ($0.notes.map { " \($0)" } ?? "") }
        return listed.isEmpty ? "" : "Tab completes: \(listed.joined(separator: ", "))"
    }

    /// Returns the selected proposal and the part of its difference that a screen shows.
    private static func text(of proposals: BrowserProposals) -> String {
        guard let entry = proposals.selectedEntry else {
            return proposals.entries == nil ? "" : "no proposal is pending"
        }
        if proposals.asksToReject { return "reject proposal \(entry.address.number)? y or n" }
        let paths = entry.paths.map(\.text).joined(separator: ", ")
        let head = "proposal \(entry.address.number) of \(entry.client) for \(paths): \(entry.reason)"
        guard let difference = proposals.shownDifference else { return head }
        let notices = [difference.fault].compactMap(\.self) + difference.notices
        return ([head] + notices + difference.lines.dropFirst(proposals.top).prefix(20)).joined(separator: "; ")
    }

    private static func text(of state: BrowserState) -> String {
        switch state.overlay {
        case .prompt(let prompt):
            let choices = prompt.choices.prefix(20).joined(separator: ", ")
            let offered = prompt.chosen != nil ? " (chosen)" : choices.isEmpty ? "" : "; one of \(choices)"
            return "\(prompt.label): \(prompt.field.text)\(offered)"
        case .confirm(let question, let details, _): return (details + ["\(question)? y or n"]).joined(separator: "; ")
        case .history(let line, let index):
            let found = state.line.earlier.containing(line.text)
            return found.indices.contains(index) ? "earlier: \(found[index])" : "earlier: none"
        case .tasks(let tasks):
            let task = tasks.selectedEntry?.task
            let selected = task.map { "[\($0.mark)] \($0.source), \($0.path.text):\($0.line)" } ?? "no tasks found"
            return "tasks: \(tasks.field.text): \(tasks.results?.fault?.message ?? selected)"
        case .proposals(let proposals): return text(of: proposals)
        case .help:
            return BrowserKeys.bindings(state.setting.keys.style)
                .map { "\($0.keys.joined(separator: " or ")): \($0.summary)" }.joined(separator: ". ")
        case nil: return ""
        }
    }
}

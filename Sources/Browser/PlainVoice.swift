import Pages
import Searching
import SourceText
import Terminal
import VaultFiles

/// Says what happens in whole lines, one an event, for screen readers and terminals that can do no more.
package struct PlainVoice {
    private var query: String?
    private var selected: VaultPath?
    private var total: Int?
    private var message: String?
    private var overlay = ""
    private var focus: BrowserPane?
    private var pageLine: Int?
    private var marked: [VaultPath] = []

    package init() {}

    /// What is new since the last time.
    package mutating func say(_ state: BrowserState) -> [String] {
        var lines: [String] = []
        let text = state.field.text
        let overlay = Self.text(of: state)
        if overlay != self.overlay, !overlay.isEmpty { lines.append(overlay) }
        self.overlay = overlay
        if let text = state.message?.text, text != message { lines.append(text) }
        message = state.message?.text
        let count = "\(state.marked.count) marked"
        for path in state.marked where !marked.contains(path) { lines.append("marked \(path.stem.text), \(count)") }
        for path in marked where !state.marked.contains(path) {
            lines.append("no longer marked \(path.stem.text), \(count)")
        }
        marked = state.marked
        // What is typed is said with what it finds.
        guard state.awaited == nil || state.fault != nil else { return lines.map(BrowserView.safe) }
        if let fault = state.fault, query != text {
            lines.append("\(text): \(fault.message)")
        } else if let results = state.results, query != text || total != results.total {
            lines.append("\(text.isEmpty ? "all" : text): \(results.total) \(results.total == 1 ? "note" : "notes")")
            total = results.total
            selected = nil
        }
        query = text
        if focus != state.focus, focus != nil { lines.append("\(state.focus)") }
        focus = state.focus
        if let hit = state.selectedHit, hit.path != selected { lines.append(Self.text(hit, state)) }
        selected = state.selectedHit?.path
        let preview = state.preview
        if state.focus == .preview, pageLine != preview.top, preview.lines.indices.contains(preview.top) {
            lines.append(preview.lines[preview.top].line.text)
        }
        pageLine = state.focus == .preview ? preview.top : nil
        return lines.map(BrowserView.safe)
    }

    private static func text(_ hit: NoteHit, _ state: BrowserState) -> String {
        var parts = [hit.title, hit.status, state.setting.calendar.civil(hit.created).dayText]
        if hit.isFavorite { parts.append("favorite") }
        parts += hit.keywords.map { "#\($0)" }
        if state.marked.contains(hit.path) { parts.append("marked") }
        let number = state.results?.rows[...state.selected].count { $0.hit != nil } ?? 0
        let passage = state.results?.passages[hit.path]?.snippet.map { ": " + $0.parts.map(\.text).joined() } ?? ""
        return "\(number). \(parts.joined(separator: ", "))\(passage)"
    }

    private static func text(of state: BrowserState) -> String {
        switch state.overlay {
        case .prompt(let prompt):
            let choices = prompt.choices.prefix(20).joined(separator: ", ")
            let offered = prompt.chosen != nil ? " (chosen)" : choices.isEmpty ? "" : "; one of \(choices)"
            return "\(prompt.label): \(prompt.field.text)\(offered)"
        case .confirm(let question, let details, _): return (details + ["\(question)? y or n"]).joined(separator: "; ")
        case .history(let line, let index):
            let found = state.earlier(line.text)
            return found.indices.contains(index) ? "earlier: \(found[index])" : "earlier: none"
        case .help:
            return BrowserKeys.bindings(state.setting.keys.style)
                .map { "\($0.keys.joined(separator: " or ")): \($0.summary)" }.joined(separator: ". ")
        case nil: return ""
        }
    }
}

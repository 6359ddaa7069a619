import Terminal

/// What a key does in `slip browse`.
package enum BrowserAction: String, Hashable, Sendable, CaseIterable {
    case down, up, pageDown, pageUp, first, last, open, nextPane, previousPane, search
    case scope, sort, section, mark, status, favorite, addKeyword, removeKeyword, move, trash, undo
    case copyPath, copyLink, links, backlinks, back, newNote, saveSearch, earlierQuery, nextMatch, previousMatch
    case help, redraw, suspend, leave
}

extension BrowserAction {
    /// Whether it is about the chosen note, so that it has to be known which one that is.
    var isAboutNote: Bool {
        switch self {
        case .open, .mark, .status, .favorite, .addKeyword, .removeKeyword, .move, .trash, .copyPath, .copyLink, .links,
            .backlinks:
            true
        default: false
        }
    }
}

/// The part of the screen that keys go to.
package enum BrowserPane: Hashable, Sendable, CaseIterable { case search, list, preview, folders }

/// One row of the table of keys, from which the help, the last line and the manual are made.
package struct KeyBinding: Sendable {
    package enum Group: String, CaseIterable, Sendable {
        case moving = "Moving", searching = "Searching", changing = "Changing notes", going = "Going on"
    }

    package var keys: [String]
    package var action: BrowserAction
    package var summary: String
    package var group: Group
    /// Where it counts; everywhere where it is empty.
    package var panes: Set<BrowserPane>
    /// One word for the last line of the screen; nil where it does not stand there.
    package var hint: String?

    init(
        _ keys: [String], _ action: BrowserAction, _ summary: String, _ group: Group, in panes: Set<BrowserPane> = [],
        hint: String? = nil
    ) {
        self.keys = keys
        self.action = action
        self.summary = summary
        self.group = group
        self.panes = panes
        self.hint = hint
    }

    /// Where it counts, behind the summary; nothing where that is nearly everywhere.
    package var place: String {
        if panes.isEmpty || panes.count == 3 { return "" }
        let names = BrowserPane.allCases.filter { panes.contains($0) }.map { "\($0)" }
        return " (in the \(names.joined(separator: " and ")))"
    }
}

/// Whose habits the keys follow.
package enum KeyStyle: String, CaseIterable, Sendable { case usual, vim }

/// The keys of `slip browse`.
package struct BrowserKeys: Sendable {
    private static let outsideSearch: Set<BrowserPane> = [.list, .preview, .folders]

    /// Every key of both styles does these.
    package static let usual: [KeyBinding] = [
        KeyBinding(["Ctrl-N", "Down", "Ctrl-J"], .down, "Next result, or line", .moving),
        KeyBinding(["Ctrl-P", "Up"], .up, "Result before; at the first one, the query before", .moving),
        KeyBinding(["PgDn"], .pageDown, "A page down", .moving),
        KeyBinding(["PgUp"], .pageUp, "A page up", .moving),
        KeyBinding(
            ["Home", "Alt-<"], .first, "To the first result, or the start of the note; in the search line to its start",
            .moving, in: outsideSearch),
        KeyBinding(
            ["End", "Alt->"], .last, "To the last one, or the end of the note; in the search line to its end", .moving,
            in: outsideSearch),
        KeyBinding(
            ["Tab"], .nextPane, "Takes a suggestion where one is shown, else to the next pane", .moving, hint: "pane"),
        KeyBinding(["Ctrl-O"], .nextPane, "To the next pane", .moving),
        KeyBinding(["Shift-Tab"], .previousPane, "To the pane before", .moving),
        KeyBinding(["n"], .nextMatch, "Next match in the note", .moving, in: [.preview]),
        KeyBinding(["N"], .previousMatch, "Match before", .moving, in: [.preview]),
        KeyBinding(
            ["Enter"], .open, "Opens the note in the editor at the match; with --print, prints what is marked", .going,
            hint: "open"),
        KeyBinding(["/"], .search, "To the search line", .searching, in: outsideSearch),
        KeyBinding(["Ctrl-R"], .earlierQuery, "Finds an earlier query", .searching),
        KeyBinding(
            ["Alt-S"], .scope, "Where to look: here and below, here alone, everywhere", .searching, hint: "scope"),
        KeyBinding(["Alt-O"], .sort, "The next order", .searching, hint: "order"),
        KeyBinding(["Alt-G"], .section, "The next kind of sections", .searching, hint: "sections"),
        KeyBinding(["Alt-T"], .saveSearch, "Saves the query under a name", .searching),
        KeyBinding(["Ctrl-G"], .links, "The notes that this one links to", .going, hint: "links"),
        KeyBinding(["Ctrl-B"], .backlinks, "The notes that link to this one", .going, hint: "backlinks"),
        KeyBinding(["Alt-Left"], .back, "Back to where you were", .going),
        KeyBinding(["Alt-N"], .newNote, "A new note, in the folder that is looked in", .going),
        KeyBinding(["Ctrl-Y"], .copyPath, "Copies the path", .going),
        KeyBinding(["Alt-Y"], .copyLink, "Copies a link to the note", .going),
        KeyBinding(["Space"], .mark, "Marks the note, or takes the mark away", .changing, in: [.list], hint: "mark"),
        KeyBinding(["Ctrl-Space"], .mark, "The same, from anywhere", .changing),
        KeyBinding(["Alt-E"], .status, "Another status for what is marked", .changing),
        KeyBinding(["Alt-V"], .favorite, "Favorite, or no longer", .changing),
        KeyBinding(["Alt-K"], .addKeyword, "Adds keywords", .changing),
        KeyBinding(["Alt-J"], .removeKeyword, "Takes keywords away", .changing),
        KeyBinding(["Alt-M"], .move, "Moves to a folder; links follow", .changing),
        KeyBinding(["Alt-X"], .trash, "To the trash", .changing),
        KeyBinding(["Alt-U"], .undo, "Takes the last change back", .changing),
        KeyBinding(["F1", "Alt-H"], .help, "All keys", .going),
        KeyBinding(["?"], .help, "All keys; in the search line while it is empty", .going, in: outsideSearch),
        KeyBinding(["Ctrl-L"], .redraw, "Draws the screen anew", .going),
        KeyBinding(["Ctrl-Z"], .suspend, "Stops, until fg", .going),
        KeyBinding(["Esc", "Ctrl-C"], .leave, "Leaves", .going),
    ]

    /// What modal hands have beside, outside of the search line, which Esc leaves.
    package static let vim: [KeyBinding] = [
        KeyBinding(["j"], .down, "Next result, or line", .moving, in: outsideSearch),
        KeyBinding(["k"], .up, "Result before, or line", .moving, in: outsideSearch),
        KeyBinding(["Ctrl-D", "Ctrl-F"], .pageDown, "A page down", .moving, in: outsideSearch),
        KeyBinding(["Ctrl-U"], .pageUp, "A page up", .moving, in: outsideSearch),
        KeyBinding(["g"], .first, "To the first", .moving, in: outsideSearch),
        KeyBinding(["G"], .last, "To the last", .moving, in: outsideSearch),
        KeyBinding(["l"], .nextPane, "To the next pane", .moving, in: outsideSearch),
        KeyBinding(["h"], .previousPane, "To the pane before", .moving, in: outsideSearch),
        KeyBinding(["i", "a"], .search, "To the search line", .searching, in: outsideSearch),
        KeyBinding(["y"], .copyPath, "Copies the path", .going, in: outsideSearch),
        KeyBinding(["u"], .undo, "Takes the last change back", .changing, in: outsideSearch),
        KeyBinding(["d"], .trash, "To the trash", .changing, in: outsideSearch),
        KeyBinding(["o"], .newNote, "A new note", .going, in: outsideSearch),
        KeyBinding(["q"], .leave, "Leaves", .going, in: outsideSearch),
    ]

    package let style: KeyStyle
    private let actions: [BrowserPane: [Key: BrowserAction]]

    package init(_ style: KeyStyle) {
        self.style = style
        var actions: [BrowserPane: [Key: BrowserAction]] = [:]
        for binding in Self.bindings(style).reversed() {
            for key in binding.keys.compactMap({ Key($0) }) {
                for pane in binding.panes.isEmpty ? Set(BrowserPane.allCases) : binding.panes {
                    actions[pane, default: [:]][key] = binding.action
                }
            }
        }
        self.actions = actions
    }

    /// All of a style, those that are its own first.
    package static func bindings(_ style: KeyStyle) -> [KeyBinding] { (style == .vim ? vim : []) + usual }

    func action(_ key: Key, in pane: BrowserPane) -> BrowserAction? { actions[pane]?[key] }
}

import Terminal

/// An action that a key of `slip browse` starts.
package enum BrowserAction: String, Hashable, Sendable, CaseIterable {
    case down, up, pageDown, pageUp, first, last, open, nextPane, previousPane, search
    case scope, sort, section, mark, status, favorite, addKeyword, removeKeyword, move, trash, undo
    case copyPath, copyLink, links, backlinks, back, newNote, saveSearch, earlierQuery, nextMatch, previousMatch
    case help, redraw, suspend, leave
}

extension BrowserAction {
    /// Whether the action applies to the selected note, so that the selection has to be known.
    var isAboutNote: Bool {
        switch self {
        case .open, .mark, .status, .favorite, .addKeyword, .removeKeyword, .move, .trash, .copyPath, .copyLink, .links,
            .backlinks:
            true
        default: false
        }
    }
}

/// A part of the screen that can have the focus, in the order in which Tab moves through them.
package enum BrowserPane: Hashable, Sendable, CaseIterable { case search, list, preview, folders }

/// A row of the key table, from which the help, the last line of the screen and the manual are generated.
package struct KeyBinding: Sendable {
    package enum Group: String, CaseIterable, Sendable {
        case moving = "Moving", searching = "Searching", changing = "Changing notes", general = "Going on"
    }

    package var keys: [String]
    package var action: BrowserAction
    package var summary: String
    package var group: Group
    /// The panes in which the keys work; empty means all.
    package var panes: Set<BrowserPane>
    /// One word for the last line of the screen; nil if the key is not shown there.
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

    /// The panes, as a suffix of the summary; empty if the keys work in nearly all.
    package var place: String {
        if panes.isEmpty || panes.count == 3 { return "" }
        let names = BrowserPane.allCases.filter { panes.contains($0) }.map { "\($0)" }
        return " (in the \(names.joined(separator: " and ")))"
    }
}

/// A set of key bindings.
package enum KeyStyle: String, CaseIterable, Sendable { case usual, vim }

/// The keys of `slip browse`.
package struct BrowserKeys: Sendable {
    private static let outsideQuery: Set<BrowserPane> = [.list, .preview, .folders]

    /// The bindings of both styles.
    package static let usual: [KeyBinding] = [
        KeyBinding(["Ctrl-N", "Down", "Ctrl-J"], .down, "Next result, or line", .moving),
        KeyBinding(["Ctrl-P", "Up"], .up, "Result before; at the first one, the query before", .moving),
        KeyBinding(["PgDn"], .pageDown, "A page down", .moving),
        KeyBinding(["PgUp"], .pageUp, "A page up", .moving),
        KeyBinding(
            ["Home", "Alt-<"], .first, "To the first result, or the start of the note; in the search line to its start",
            .moving, in: outsideQuery),
        KeyBinding(
            ["End", "Alt->"], .last, "To the last one, or the end of the note; in the search line to its end", .moving,
            in: outsideQuery),
        KeyBinding(
            ["Tab"], .nextPane, "Takes a suggestion where one is shown, else to the next pane", .moving, hint: "pane"),
        KeyBinding(["Ctrl-O"], .nextPane, "To the next pane", .moving),
        KeyBinding(["Shift-Tab"], .previousPane, "To the pane before", .moving),
        KeyBinding(["n"], .nextMatch, "Next match in the note", .moving, in: [.preview]),
        KeyBinding(["N"], .previousMatch, "Match before", .moving, in: [.preview]),
        KeyBinding(
            ["Enter"], .open, "Opens the note in the editor at the match; with --print, prints what is marked",
            .general,
            hint: "open"),
        KeyBinding(["/"], .search, "To the search line", .searching, in: outsideQuery),
        KeyBinding(["Ctrl-R"], .earlierQuery, "Finds an earlier query", .searching),
        KeyBinding(
            ["Alt-S"], .scope, "Where to look: here and below, here alone, everywhere", .searching, hint: "scope"),
        KeyBinding(["Alt-O"], .sort, "The next order", .searching, hint: "order"),
        KeyBinding(["Alt-G"], .section, "The next kind of sections", .searching, hint: "sections"),
        KeyBinding(["Alt-T"], .saveSearch, "Saves the query under a name", .searching),
        KeyBinding(["Ctrl-G"], .links, "The notes that this one links to", .general, hint: "links"),
        KeyBinding(["Ctrl-B"], .backlinks, "The notes that link to this one", .general, hint: "backlinks"),
        KeyBinding(["Alt-Left"], .back, "Back to where you were", .general),
        KeyBinding(["Alt-N"], .newNote, "A new note, in the folder that is looked in", .general),
        KeyBinding(["Ctrl-Y"], .copyPath, "Copies the path", .general),
        KeyBinding(["Alt-Y"], .copyLink, "Copies a link to the note", .general),
        KeyBinding(["Space"], .mark, "Marks the note, or takes the mark away", .changing, in: [.list], hint: "mark"),
        KeyBinding(["Ctrl-Space"], .mark, "The same, from anywhere", .changing),
        KeyBinding(["Alt-E"], .status, "Another status for what is marked", .changing),
        KeyBinding(["Alt-V"], .favorite, "Favorite, or no longer", .changing),
        KeyBinding(["Alt-K"], .addKeyword, "Adds keywords", .changing),
        KeyBinding(["Alt-J"], .removeKeyword, "Takes keywords away", .changing),
        KeyBinding(["Alt-M"], .move, "Moves to a folder; links follow", .changing),
        KeyBinding(["Alt-X"], .trash, "To the trash", .changing),
        KeyBinding(["Alt-U"], .undo, "Takes the last change back", .changing),
        KeyBinding(["F1", "Alt-H"], .help, "All keys", .general),
        KeyBinding(["?"], .help, "All keys; in the search line while it is empty", .general, in: outsideQuery),
        KeyBinding(["Ctrl-L"], .redraw, "Draws the screen anew", .general),
        KeyBinding(["Ctrl-Z"], .suspend, "Stops, until fg", .general),
        KeyBinding(["Esc", "Ctrl-C"], .leave, "Leaves", .general),
    ]

    /// The additional bindings of the vim style, which work outside of the query line.
    package static let vim: [KeyBinding] = [
        KeyBinding(["j"], .down, "Next result, or line", .moving, in: outsideQuery),
        KeyBinding(["k"], .up, "Result before, or line", .moving, in: outsideQuery),
        KeyBinding(["Ctrl-D", "Ctrl-F"], .pageDown, "A page down", .moving, in: outsideQuery),
        KeyBinding(["Ctrl-U"], .pageUp, "A page up", .moving, in: outsideQuery),
        KeyBinding(["g"], .first, "To the first", .moving, in: outsideQuery),
        KeyBinding(["G"], .last, "To the last", .moving, in: outsideQuery),
        KeyBinding(["l"], .nextPane, "To the next pane", .moving, in: outsideQuery),
        KeyBinding(["h"], .previousPane, "To the pane before", .moving, in: outsideQuery),
        KeyBinding(["i", "a"], .search, "To the search line", .searching, in: outsideQuery),
        KeyBinding(["y"], .copyPath, "Copies the path", .general, in: outsideQuery),
        KeyBinding(["u"], .undo, "Takes the last change back", .changing, in: outsideQuery),
        KeyBinding(["d"], .trash, "To the trash", .changing, in: outsideQuery),
        KeyBinding(["o"], .newNote, "A new note", .general, in: outsideQuery),
        KeyBinding(["q"], .leave, "Leaves", .general, in: outsideQuery),
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

    /// Returns the bindings of a style, its additional ones first.
    package static func bindings(_ style: KeyStyle) -> [KeyBinding] { (style == .vim ? vim : []) + usual }

    func action(_ key: Key, in pane: BrowserPane) -> BrowserAction? { actions[pane]?[key] }
}

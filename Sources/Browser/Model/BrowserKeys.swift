import Terminal

/// An action that a key of `slip browse` starts.
package enum BrowserAction: String, Hashable, Sendable, CaseIterable {
    case down, up, pageDown, pageUp, first, last, open, openAttachment, nextPane, previousPane, search
    case scope, sort, reverse, section, mark, status, favorite, addKeyword, removeKeyword, move, link, trash, undo
    case copyPath, copyLink, links, backlinks, related, back, newNote, capture, saveSearch, earlierQuery, nextMatch,
        previousMatch
    case tasks, proposals, help, redraw, suspend, leave
}

extension BrowserAction {
    /// Whether the action applies to the selected note, so that the selection has to be known.
    var isAboutNote: Bool {
        switch self {
        case .open, .openAttachment, .mark, .status, .favorite, .addKeyword, .removeKeyword, .move, .link, .trash,
            .copyPath, .copyLink, .links, .backlinks, .related:
            true
        default: false
        }
    }
}

/// A part of the screen that can have the focus, in the order in which Tab moves through them.
package enum BrowserPane: Hashable, Sendable, CaseIterable { case search, list, preview, folders }

/// Keys of `slip browse` and the action that they start in some panes. Help, the last line of the screen and the manual
/// are generated from the same table.
package struct KeyBinding: Sendable {
    package enum KeyGroup: String, CaseIterable, Sendable {
        case moving = "Moving", searching = "Searching", changing = "Changing notes", general = "General"
    }

    package var keys: [String]
    package var action: BrowserAction
    package var summary: String
    package var group: KeyGroup
    /// The panes in which the keys work; empty means all.
    package var panes: Set<BrowserPane>
    /// One word for the last line of the screen; nil if the key is not shown there.
    package var hint: String?

    init(
        _ keys: [String], _ action: BrowserAction, _ summary: String, _ group: KeyGroup,
        in panes: Set<BrowserPane> = [],
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

/// The value of `--keys`: the usual bindings, or these with additional ones like those of Vim.
package enum KeyStyle: String, CaseIterable, Sendable { case usual, vim }

/// The keys of `slip browse` in one style: the table of bindings, and the action of a key in a pane.
package struct BrowserKeys: Sendable {
    private static let outsideQuery: Set<BrowserPane> = [.list, .preview, .folders]

    /// The bindings of both styles.
    package static let usual: [KeyBinding] = [
        KeyBinding(["Ctrl-N", "Down", "Ctrl-J"], .down, "Go to the next result or line", .moving),
        KeyBinding(
            ["Ctrl-P", "Up"], .up, "Go to the previous result or line; at the first result, recall an earlier query",
            .moving),
        KeyBinding(["PgDn"], .pageDown, "Scroll down one page", .moving),
        KeyBinding(["PgUp"], .pageUp, "Scroll up one page", .moving),
        KeyBinding(
            ["Home", "Alt-<"], .first,
            "Go to the first result or the start of the note; in the search line, to its start",
            .moving, in: outsideQuery),
        KeyBinding(
            ["End", "Alt->"], .last, "Go to the last result or the end of the note; in the search line, to its end",
            .moving,
            in: outsideQuery),
        KeyBinding(
            ["Tab"], .nextPane, "Accept the completion if one is shown; otherwise go to the next pane", .moving,
            hint: "pane"),
        KeyBinding(["Ctrl-O"], .nextPane, "Go to the next pane", .moving),
        KeyBinding(["Shift-Tab"], .previousPane, "Go to the previous pane", .moving),
        KeyBinding(["n"], .nextMatch, "Go to the next match in the note", .moving, in: [.preview]),
        KeyBinding(["N"], .previousMatch, "Go to the previous match in the note", .moving, in: [.preview]),
        KeyBinding(
            ["Enter"], .open, "Open the note in the editor at the match; with --print, print the marked notes",
            .general,
            hint: "open"),
        KeyBinding(
            ["Alt-P"], .openAttachment, "Open the attachment that matches, or the first one, in its program", .general),
        KeyBinding(["/"], .search, "Go to the search line", .searching, in: outsideQuery),
        KeyBinding(["Ctrl-R"], .earlierQuery, "Search earlier queries", .searching),
        KeyBinding(
            ["Alt-S"], .scope, "Change the scope: folder and subfolders, folder only, everything", .searching,
            hint: "scope"),
        KeyBinding(["Alt-O"], .sort, "Change the sort order", .searching, hint: "order"),
        KeyBinding(["Alt-I"], .reverse, "Reverse the sort order", .searching),
        KeyBinding(["Alt-G"], .section, "Change the grouping", .searching, hint: "group"),
        KeyBinding(["Alt-T"], .saveSearch, "Save the query under a name", .searching),
        KeyBinding(["Ctrl-G"], .links, "Show the notes that this note links to", .general, hint: "links"),
        KeyBinding(["Ctrl-B"], .backlinks, "Show the notes that link to this note", .general, hint: "backlinks"),
        KeyBinding(["Alt-R"], .related, "Show the notes that are related to this note", .general),
        KeyBinding(["Alt-Left"], .back, "Go back", .general),
        KeyBinding(["Alt-C"], .tasks, "Show the tasks in this place, to complete or move them", .general),
        KeyBinding(
            ["Alt-Q"], .proposals, "Show the changes that agents have proposed, to accept or reject them", .general),
        KeyBinding(["Alt-N"], .newNote, "Create a note in the searched folder", .general),
        KeyBinding(["Alt-A"], .capture, "Append a line to today's daily note", .general),
        KeyBinding(["Ctrl-Y"], .copyPath, "Copy the path", .general),
        KeyBinding(["Alt-Y"], .copyLink, "Copy a link to the note", .general),
        KeyBinding(["Space"], .mark, "Mark or unmark the note", .changing, in: [.list], hint: "mark"),
        KeyBinding(["Ctrl-Space"], .mark, "Mark or unmark the note, in every pane", .changing),
        KeyBinding(["Alt-E"], .status, "Set the status of the marked notes", .changing),
        KeyBinding(["Alt-V"], .favorite, "Add the marked notes to the favorites, or remove them", .changing),
        KeyBinding(["Alt-K"], .addKeyword, "Add keywords", .changing),
        KeyBinding(["Alt-J"], .removeKeyword, "Remove keywords", .changing),
        KeyBinding(["Alt-M"], .move, "Move to a folder, and update links", .changing),
        KeyBinding(["Alt-L"], .link, "Link the marked notes to the selected note", .changing),
        KeyBinding(["Alt-X"], .trash, "Move to the trash", .changing),
        KeyBinding(["Alt-U"], .undo, "Undo the last change", .changing),
        KeyBinding(["F1", "Alt-H"], .help, "Show all keys", .general),
        KeyBinding(["?"], .help, "Show all keys; in the search line only if it is empty", .general, in: outsideQuery),
        KeyBinding(["Ctrl-L"], .redraw, "Redraw the screen", .general),
        KeyBinding(["Ctrl-Z"], .suspend, "Suspend (resume with fg)", .general),
        KeyBinding(["Esc", "Ctrl-C"], .leave, "Leave", .general),
    ]

    /// The additional bindings of the vim style, which work outside of the query line.
    package static let vim: [KeyBinding] = [
        KeyBinding(["j"], .down, "Go to the next result or line", .moving, in: outsideQuery),
        KeyBinding(["k"], .up, "Go to the previous result or line", .moving, in: outsideQuery),
        KeyBinding(["Ctrl-D", "Ctrl-F"], .pageDown, "Scroll down one page", .moving, in: outsideQuery),
        KeyBinding(["Ctrl-U"], .pageUp, "Scroll up one page", .moving, in: outsideQuery),
        KeyBinding(["g"], .first, "Go to the first result or line", .moving, in: outsideQuery),
        KeyBinding(["G"], .last, "Go to the last result or line", .moving, in: outsideQuery),
        KeyBinding(["l"], .nextPane, "Go to the next pane", .moving, in: outsideQuery),
        KeyBinding(["h"], .previousPane, "Go to the previous pane", .moving, in: outsideQuery),
        KeyBinding(["i", "a"], .search, "Go to the search line", .searching, in: outsideQuery),
        KeyBinding(["y"], .copyPath, "Copy the path", .general, in: outsideQuery),
        KeyBinding(["u"], .undo, "Undo the last change", .changing, in: outsideQuery),
        KeyBinding(["d"], .trash, "Move to the trash", .changing, in: outsideQuery),
        KeyBinding(["o"], .newNote, "Create a note", .general, in: outsideQuery),
        KeyBinding(["q"], .leave, "Leave", .general, in: outsideQuery),
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

    /// Returns the bindings of a style, its additional ones first. If two have the same key, the first counts.
    package static func bindings(_ style: KeyStyle) -> [KeyBinding] { (style == .vim ? vim : []) + usual }

    func action(_ key: Key, in pane: BrowserPane) -> BrowserAction? { actions[pane]?[key] }
}

import Arguments
import Browser

/// The topics of `slip help TOPIC`, which are sections of the documentation.
enum HelpTopic: String, CaseIterable {
    case query, fields, dates
    case frontMatter = "front-matter"
    case assignments
    case linkTargets = "link-targets"
    case relatedNotes = "related-notes"
    case problems
    case liveBlocks = "live-blocks"
    case places, tasks, aliases, keys, options, conditions
    case severalVaults = "several-vaults"
    case otherPrograms = "other-programs"
    case watcher, versioning, editors, agents, attachments, web, config, formats, environment
    case exitCodes = "exit-codes"
    case troubleshooting

    var summary: String {
        switch self {
        case .query: "The query language."
        case .fields: "The fields of queries, such as status: and in:."
        case .dates: "Dates and durations in queries and values."
        case .frontMatter: "Front matter keys with a meaning in slip."
        case .assignments: "Assignments to front matter keys, as in slip set."
        case .linkTargets: "Forms of links, and how their targets are found."
        case .relatedNotes: "How slip related finds notes."
        case .problems: "What slip check finds and fixes."
        case .liveBlocks: "Queries in notes, with their results below them."
        case .places: "Where slip append, prepend, insert and replace change a note."
        case .tasks: "Tasks: properties, queries, changes, recurrence, calendar."
        case .aliases: "Command names of other programs, and your own commands."
        case .keys: "The keys of slip browse."
        case .options: "Options of every command."
        case .conditions: "Conditions for changes, and names of programs that make them."
        case .severalVaults: "Names for vaults, and searches in several of them."
        case .otherPrograms: "Programs that change the same notes."
        case .watcher: "The index, and the process that keeps it up to date."
        case .versioning: "Vaults in git: dates, history, merging, sync."
        case .editors: "slip lsp in Neovim, Vim, Emacs, Kakoune, Helix, VS Code, Zed."
        case .agents: "slip mcp and slip skill, for language models."
        case .attachments: "Search the text of attachments."
        case .web: "Notes as a web site."
        case .config: "The keys of .slipbox/config.yaml."
        case .formats: "Output formats, for reading and for programs."
        case .environment: "Environment variables."
        case .exitCodes: "Exit status of commands."
        case .troubleshooting: "slip doctor, and common problems."
        }
    }

    /// The text: the sections without the heading of the first, and the lists that are generated from tables.
    var blocks: [HelpBlock] {
        let (page, headings) = source
        return HelpBlock.blocks(of: ManualPage.sections(headings, of: page)).dropFirst() + generated
    }

    /// The page, and the headings of its sections.
    private var source: (page: String, headings: [String]) {
        switch self {
        case .query: ("Queries", ["Queries", "How text is matched", "Near matches", "Order and groups"])
        case .fields: ("Queries", ["Fields"])
        case .dates: ("Queries", ["Dates"])
        case .frontMatter: ("Notes", ["Front matter"])
        case .assignments: ("Changes", ["Assignments"])
        case .linkTargets: ("Notes", ["Links"])
        case .relatedNotes: ("Notes", ["Related notes"])
        case .problems: ("Notes", ["Check", "Fix problems", "Problems of a commit"])
        case .liveBlocks:
            ("LiveBlocks", ["Live blocks", "Queries", "What a refresh changes", "Pages and exports"])
        case .places: ("Capture", ["Add text"])
        case .tasks:
            ("Tasks", ["Tasks", "Task queries", "Change tasks", "Recurrence", "Calendar"])
        case .aliases: ("Aliases", ["Commands of your own", "Aliases", "Programs"])
        case .keys: ("Browser", ["Search line"])
        case .options: ("Configuration", ["Global options"])
        case .conditions: ("Capture", ["Conditions", "Clients"])
        case .severalVaults: ("Configuration", ["Several vaults"])
        case .otherPrograms: ("BesideOtherPrograms", ["In short"])
        case .watcher: ("IndexAndWatcher", ["Index and watcher", "The watcher", "Shared vaults", "Verify"])
        case .versioning:
            ("Git", ["Git", "Dates", "Query the history", "Merge and sync", "Hooks and builds", "Details"])
        case .editors: ("Editors", ["Set up", "Settings", "Commands"])
        case .agents: ("Agents", ["Set up", "Permissions", "Tools", "What is sent to the model", "Hostile notes"])
        case .attachments: ("Attachments", ["Text in attachments", "Canvases", "Formats", "Reading and cache"])
        case .web: ("Web", ["Web sites", "Pages", "Markdown", "Templates"])
        case .config: ("Configuration", ["Configuration", "Properties and kinds", "Colors"])
        case .formats: ("Output", ["Output", "Templates and columns", "JSON", "Tables", "Hash"])
        case .environment: ("Configuration", ["Environment variables"])
        case .exitCodes: ("Output", ["Exit codes"])
        case .troubleshooting: ("Troubleshooting", ["Troubleshooting", "What is checked", "Common problems"])
        }
    }

    private var generated: [HelpBlock] {
        switch self {
        case .aliases: [.heading("Built-in aliases", level: 2), .table(AliasHelp.builtIn)]
        case .keys:
            Self.table(BrowserKeys.usual) + [.heading("Vim keys", level: 2)]
                + Self.table(BrowserKeys.vim)
        default: []
        }
    }

    private static func table(_ bindings: [KeyBinding]) -> [HelpBlock] {
        KeyBinding.KeyGroup.allCases.flatMap { group -> [HelpBlock] in
            let rows = bindings.filter { $0.group == group }.map {
                ($0.keys.joined(separator: "  "), $0.summary + $0.place)
            }
            return rows.isEmpty ? [] : [.heading(group.rawValue, level: 3), .table(rows)]
        }
    }
}

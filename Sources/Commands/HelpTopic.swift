import Arguments

/// The topics of `slip help TOPIC`. Lists in them are generated from the program's tables.
enum HelpTopic: String, CaseIterable {
    case query, fields, dates
    case frontMatter = "front-matter"
    case aliases, keys, versioning, editors, config, formats, environment
    case exitCodes = "exit-codes"

    var summary: String {
        switch self {
        case .query: "The query language."
        case .fields: "The fields of queries, such as status: and in:."
        case .dates: "Dates and durations in queries and values."
        case .frontMatter: "Front matter keys with a meaning in slip."
        case .aliases: "Command names of other programs, and your own commands."
        case .keys: "The keys of slip browse."
        case .versioning: "Vaults in git: dates, history, merging, sync."
        case .editors: "slip lsp in Neovim, Vim, Emacs, Kakoune, Helix, VS Code and Zed."
        case .config: "The keys of .slipbox/config.yaml."
        case .formats: "Output formats, for reading and for programs."
        case .environment: "Environment variables."
        case .exitCodes: "Exit status of commands."
        }
    }

    func text(_ help: HelpText) -> String {
        switch self {
        case .query: help.paragraphs(HelpTexts.query)
        case .fields: HelpTexts.fields(help)
        case .dates: help.paragraphs(HelpTexts.dates)
        case .frontMatter: HelpTexts.frontMatter(help)
        case .aliases: AliasHelp.text(help)
        case .keys: HelpTexts.keys(help)
        case .versioning: help.paragraphs(HelpTexts.git)
        case .editors: help.paragraphs(HelpTexts.editors)
        case .config: HelpTexts.config(help)
        case .formats: HelpTexts.formats(help)
        case .environment: help.table(HelpTexts.environment) + "\n" + help.paragraphs(HelpTexts.environmentExamples)
        case .exitCodes: help.table(HelpTexts.exitCodes) + "\n" + help.paragraphs(HelpTexts.exitCodeExamples)
        }
    }
}

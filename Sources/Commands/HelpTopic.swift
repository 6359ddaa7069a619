import Arguments

/// The topics of `slip help TOPIC`. Lists in them are generated from the program's tables.
enum HelpTopic: String, CaseIterable {
    case query, fields, dates
    case frontMatter = "front-matter"
    case aliases, keys, versioning, editors, config, formats, environment
    case exitCodes = "exit-codes"

    var summary: String {
        switch self {
        case .query: "How queries are written."
        case .fields: "What may stand before a colon in a query."
        case .dates: "How dates and spans of time are written."
        case .frontMatter: "The keys of front matter that slip knows."
        case .aliases: "Words of other programs that run, and commands of your own."
        case .keys: "The keys of slip browse."
        case .versioning: "A vault under git: dates, history, merging, sync."
        case .editors: "slip lsp in Neovim, Vim, Emacs, Kakoune, Helix, VS Code and Zed."
        case .config: "The keys of .slipbox/config.yaml."
        case .formats: "How results are written, for people and programs."
        case .environment: "Variables that slip heeds."
        case .exitCodes: "What the exit status says."
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

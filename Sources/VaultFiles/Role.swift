/// What text that a person reads stands for, so that it looks alike everywhere; the configuration's `colors:` gives them
/// other looks.
package enum Role: String, CaseIterable, Sendable {
    case title, heading, status, statusFirst = "status-first", statusLast = "status-last", keyword, favorite, date, path
    case match, number, label, section, warning, error, code, quote, link, broken, selection, mark, prompt, rule, added,
        removed

    package var summary: String {
        switch self {
        case .title: "titles of notes"
        case .heading: "headings in a note"
        case .status: "statuses between the first and the last"
        case .statusFirst: "the first status"
        case .statusLast: "the last status"
        case .keyword: "keywords without a colour of their own"
        case .favorite: "the mark of favorites"
        case .date: "dates"
        case .path: "paths"
        case .match: "what was searched for, where it stands"
        case .number: "numbers of lines and results, counts"
        case .label: "what says what something is"
        case .section: "the heads of sections"
        case .warning: "what deserves a look"
        case .error: "what is wrong"
        case .code: "code"
        case .quote: "quotes"
        case .link: "links"
        case .broken: "links that lead nowhere"
        case .selection: "the chosen line of slip browse"
        case .mark: "the sign of marked lines"
        case .prompt: "the sign before the search line"
        case .rule: "lines between parts"
        case .added: "what came, in a comparison"
        case .removed: "what went, in a comparison"
        }
    }

    /// As `Look` describes it, by the sixteen colours of the terminal alone, so that it reads in light and dark.
    package var usual: String {
        switch self {
        case .title, .section: "bold"
        case .heading: "bold blue"
        case .status: "cyan"
        case .statusFirst, .added: "green"
        case .statusLast, .date, .label, .number, .rule: "dim"
        case .keyword: "magenta"
        case .favorite, .warning: "yellow"
        case .path: "cyan"
        case .match, .error: "bold red"
        case .code: "yellow"
        case .quote: "italic"
        case .removed: "red"
        case .link: "underline blue"
        case .broken: "underline red"
        case .selection: "reverse"
        case .mark, .prompt: "bold magenta"
        }
    }
}

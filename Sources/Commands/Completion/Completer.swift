import Arguments
import Editing
import QueryLanguage
import Searching
import SourceText
import System
import VaultFiles

/// Completes a command line: commands, options and their values from the command table, the rest from the vault.
struct Completer {
    /// A word that the shell can insert, and its description.
    struct Candidate: Hashable {
        var text: String
        var summary = ""
    }

    /// The kind of word expected at a position of the command line.
    private enum ExpectedWord {
        case nothing, note, place, folder, keyword, file, directory, status, template, topic, propertyKey, assignment,
            savedSearch
        case words([String])
        /// - Parameter anywhere: whether it may find notes outside of the current folder.
        case query(of: QuerySubject, anywhere: Bool)
        /// The value of a query field, such as `sort:`.
        case value(String)
    }

    let context: CommandContext

    private static let most = 60

    /// Returns the candidates for the current word. They need not start with `typed`: queries are also completed by
    /// other words. Without a vault or after an error, values from the vault are left out.
    ///
    /// - Parameters:
    ///   - words: the words before the current one, without the program's name.
    ///   - typed: the typed part of the current word.
    func candidates(_ words: [String], _ typed: String) -> [Candidate] {
        var aliases = AliasExpansion(context.environment)
        guard let words = aliases.expanded(words) else {
            return aliases.runsProgram ? Self.files(typed, context) { _ in true } : []
        }
        var rest = words[...]
        var commands = Program.commands
        var command: SlipCommand?
        let globals = GlobalOptions.options.map(\.info)
        var operands: [String] = []
        let subject = Self.subject(words)
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            }
            let options = (command?.options ?? []) + globals + Self.aliases(of: command)
            if let option = Self.option(word, options), option.placeholder != nil, !word.contains("=") {
                if rest.isEmpty, !Self.holdsValue(word) { return values(of: option, typed, subject) }
                if !Self.holdsValue(word) { rest.removeFirst() }
            } else if word.hasPrefix("-"), word.count > 1 {
                // An option without a value in the next word.
                continue
            } else if let inner = commands.first(where: { $0.name == word }), operands.isEmpty {
                command = inner
                commands = inner.subcommands
            } else {
                operands.append(word)
            }
        }
        let options = (command?.options ?? []) + globals
        if typed.hasPrefix("--"), let equals = typed.firstIndex(of: "="), !words.contains("--") {
            guard let option = Self.option(typed, options) else { return [] }
            let kept = String(typed[...equals])
            return values(of: option, String(typed[typed.index(after: equals)...]), subject).map {
                Candidate(text: kept + $0.text, summary: $0.summary)
            }
        }
        let isOption =
            typed.hasPrefix("--") || typed == "-" || (typed.hasPrefix("-") && command?.takesNegatedTerms != true)
        if isOption, !words.contains("--") {
            return options.map { Candidate(text: "--\($0.name)", summary: $0.summary) }.filter {
                $0.text.hasPrefix(typed)
            }
        }
        guard let command else {
            return
                names(commands, typed)
                + aliases.names(startingWith: typed).map { Candidate(text: $0.name, summary: $0.text) }
        }
        if !commands.isEmpty { return names(commands, typed) }
        let hasPlace = words.contains { word in
            ["--scope", "--in", "-s"].contains { word == $0 || word.hasPrefix($0 + ($0.hasPrefix("--") ? "=" : "")) }
        }
        return values(
            wanted(command, operands, findsTasks: subject == .tasks, hasPlace: hasPlace), typed, operands: operands)
    }

    /// Returns what the queries of a command find: tasks in those of `task`, in a calendar and after `suggest --tasks`.
    private static func subject(_ words: [String]) -> QuerySubject {
        guard let command = words.first(where: { !$0.hasPrefix("-") }) else { return .notes }
        let hasOption = words.contains { ["--ics", "--tasks"].contains($0) || $0.hasPrefix("--ics=") }
        return command == "task" || hasOption && ["export", "suggest"].contains(command) ? .tasks : .notes
    }

    /// The option `--tag NAME` of commands that take a query.
    private static let keywordOption = Option<[String]>.repeated(
        "tag", short: "t", "NAME", \.self, "", completion: .keyword
    ).info

    /// Returns the options of other programs that a command accepts and that take a value: `--tag`, if it takes a
    /// query.
    private static func aliases(of command: SlipCommand?) -> [OptionInfo] {
        command?.operands.contains { $0.name == "QUERY" } == true ? [keywordOption] : []
    }

    private static func option(_ word: String, _ options: [OptionInfo]) -> OptionInfo? {
        if word.hasPrefix("--") {
            let name = word.dropFirst(2).prefix { $0 != "=" }
            return options.first { $0.name == name }
        }
        guard word.hasPrefix("-"), let letter = word.dropFirst().first else { return nil }
        return options.first { $0.short == letter && ($0.placeholder != nil || word.count == 2) }
    }

    /// Whether a short option and its value are one word: `-n5`.
    private static func holdsValue(_ word: String) -> Bool { !word.hasPrefix("--") && word.count > 2 }

    private func names(_ commands: [SlipCommand], _ typed: String) -> [Candidate] {
        commands.filter { $0.name.hasPrefix(typed) }.map { Candidate(text: $0.name, summary: $0.summary) }
    }

    // MARK: Expected words

    /// Returns what the next operand of a command must be.
    ///
    /// - Parameters:
    ///   - operands: the operands typed so far.
    ///   - findsTasks: whether a query of the command finds tasks rather than notes.
    ///   - hasPlace: whether an option says where to search.
    private func wanted(
        _ command: SlipCommand, _ operands: [String], findsTasks: Bool, hasPlace: Bool
    ) -> ExpectedWord {
        let all = command.operands
        guard !all.isEmpty else { return .nothing }
        let operand = all[min(operands.count, all.count - 1)]
        if operands.count >= all.count, !all.contains(where: \.repeats) { return .nothing }
        // After repeated notes, the next word may already be the last operand.
        switch operand.name {
        case "QUERY", "PARTIAL": return .query(of: findsTasks ? .tasks : .notes, anywhere: hasPlace)
        case "NOTE", "A", "B", "PATH": return all.last?.name == "KEY=VALUE" ? .assignment : .note
        case "PLACE", "NOTE:LINE", "TASK": return operands.isEmpty || operand.repeats ? .place : .nothing
        case "KEY=VALUE": return .assignment
        case "DEST", "FOLDER", "NEW": return .folder
        case "KEYWORD", "TERM", "OLD": return .keyword
        case "KEY": return .propertyKey
        case "SEARCH": return .savedSearch
        case "FILE": return .file
        case "DIR": return .directory
        case "SHELL": return .words(Shell.choices)
        case "COMMAND|TOPIC": return .topic
        default: return .nothing
        }
    }

    private func values(of option: OptionInfo, _ typed: String, _ subject: QuerySubject) -> [Candidate] {
        if !option.choices.isEmpty { return values(.words(option.choices), typed, operands: []) }
        let wanted: ExpectedWord =
            switch (option.completion, option.placeholder) {
            case (.directory, _): .directory
            case (.file, _): .file
            case (.folder, _): .folder
            case (.note, _): .note
            case (.keyword, _): .keyword
            case (_, "QUERY"): .query(of: subject, anywhere: false)
            case (_, "KEYS"): .value("sort:")
            case (_, "KEY"): option.name == "group" ? .value("group:") : .propertyKey
            case (_, "STATUS"): .status
            case (_, "REV"): .value("since:")
            case (_, "NAME"): option.name == "template" ? .template : .nothing
            default: .nothing
            }
        return values(wanted, typed, operands: [])
    }

    private func values(_ wanted: ExpectedWord, _ typed: String, operands: [String]) -> [Candidate] {
        // Without a vault, or after any other error, nothing is completed.
        (try? found(wanted, typed, operands: operands)) ?? []
    }

    private func found(_ wanted: ExpectedWord, _ typed: String, operands: [String]) throws -> [Candidate] {
        switch wanted {
        case .nothing: return []
        case .words(let words): return words.filter { $0.hasPrefix(typed) }.map { Candidate(text: $0) }
        case .topic:
            return names(Program.commands, typed)
                + HelpTopic.allCases.filter { $0.rawValue.hasPrefix(typed) }
                .map { Candidate(text: $0.rawValue, summary: $0.summary) }
        case .file: return Self.files(typed, context) { _ in true }
        case .directory: return Self.files(typed, context) { $0 == .directory }
        case .query(let subject, let anywhere): return try suggested(typed, of: subject, anywhere: anywhere)
        case .value(let token): return try suggested(token + typed, without: token)
        case .keyword: return try suggested("#" + typed, without: "#")
        case .status:
            return try context.session().vault.configuration.statuses.filter { $0.hasPrefix(typed) }.map {
                Candidate(text: $0)
            }
        case .savedSearch:
            let configuration = try context.session().vault.configuration
            return configuration.searchRanges.keys.sorted().filter { $0.hasPrefix(typed) }.map {
                Candidate(text: $0, summary: configuration.searches[$0] ?? "")
            }
        case .template:
            return try TemplateFolder(context.session().vault).names().filter { $0.hasPrefix(typed) }.map {
                Candidate(text: $0)
            }
        case .folder:
            let folders = Self.files(typed, context) { $0 == .directory }
            return try folders.isEmpty && !typed.isEmpty ? suggested("in:" + typed, without: "in:") : folders
        case .note: return try notes(typed)
        case .place: return try places(typed)
        case .propertyKey: return try keys(typed).map { Candidate(text: $0.name, summary: "\($0.notes) notes") }
        case .assignment:
            if let equals = typed.firstIndex(of: "=") { return try assigned(typed, equals) }
            // A note, or a key if a note was named before.
            let keys = try keys(typed).map { Candidate(text: $0.name + "=", summary: "\($0.notes) notes") }
            return operands.isEmpty ? try notes(typed) : keys
        }
    }

    private func keys(_ typed: String) throws -> [KeyCount] {
        try context.read { try $0.lists.keys() }.filter { Folding.fold($0.name).hasPrefix(Folding.fold(typed)) }
            .sorted { $0.notes > $1.notes }
    }

    private func assigned(_ typed: String, _ equals: String.Index) throws -> [Candidate] {
        let key = typed[..<equals].filter { $0 != "+" && $0 != "-" }
        let kept = String(typed[...equals])
        let value = String(typed[typed.index(after: equals)...])
        return try suggested("\(key):\(value)", without: "\(key):").map { candidate in
            Candidate(text: kept + candidate.text, summary: candidate.summary)
        }
    }

    // MARK: From the vault

    /// Returns the suggestions for a partial query, as words for the shell.
    ///
    /// - Parameters:
    ///   - token: the start of `partial` that the user has not typed, such as `in:`. Only suggestions with it are
    ///     returned, without it and without quotes.
    ///   - subject: what the query finds.
    ///   - anywhere: whether to suggest terms of the whole vault. With a `token`, they always are.
    private func suggested(
        _ partial: String, without token: String = "", of subject: QuerySubject = .notes, anywhere: Bool = false
    ) throws -> [Candidate] {
        // Only queries are limited to the current folder. A keyword or note may be anywhere.
        let isHere = token.isEmpty && !anywhere
        let found = try context.read { snapshot in
            let place = isHere ? SearchPlace(.folder, context.currentFolder(snapshot.vault)) : .wholeVault
            return try Suggestions(snapshot, in: place, of: subject).list(partial, limit: Self.most)
        }
        let before = PartialQuery(partial, of: subject).before
        return found.compactMap { suggestion in
            let summary = suggestion.notes.map { "\($0) \($0 == 1 ? "note" : "notes")" } ?? suggestion.summary ?? ""
            // Keep the text before the last term.
            guard !token.isEmpty else { return Candidate(text: before + suggestion.term, summary: summary) }
            guard suggestion.term.hasPrefix(token) else { return nil }
            var text = String(suggestion.term.dropFirst(token.count))
            if text.hasPrefix("\""), text.hasSuffix("\""), text.count > 1 { text = String(text.dropFirst().dropLast()) }
            return Candidate(text: text, summary: summary)
        }
    }

    /// Returns notes and the words for daily notes, or after `NOTE#` the headings and block ids of the note.
    private func places(_ typed: String) throws -> [Candidate] {
        guard let hash = typed.firstIndex(of: "#") else {
            let days = ["today", "yesterday", "tomorrow"].filter { !typed.isEmpty && $0.hasPrefix(typed) }
            return try days.map { Candidate(text: $0) } + notes(typed)
        }
        let written = Folding.fold(String(typed[typed.index(after: hash)...]))
        return try context.read { snapshot in
            let name = Argument(String(typed[..<hash]))
            let (path, _) = try context.arguments(snapshot).placeInNote(name, changes: false)
            guard let note = snapshot.document(path) else { return [] }
            let names = note.headingPaths + note.blocks.compactMap { $0.id.map { "^\($0)" } }
            return names.filter { Folding.fold($0).hasPrefix(written) }.map { Candidate(text: typed[...hash] + $0) }
        }
    }

    /// Returns folders and notes whose paths from the current directory begin with `typed`, then unambiguous titles.
    private func notes(_ typed: String) throws -> [Candidate] {
        let extensions = try context.session().vault.configuration.extensions
        let paths =
            Self.files(typed, context) { $0 == .directory }
            + Self.files(typed, context) { $0 != .directory }.filter { candidate in
                extensions.contains(VaultPath(candidate.text).pathExtension)
            }
        if typed.isEmpty || typed.contains("/") { return paths }
        let quote = typed.contains(where: \.isWhitespace) ? "\"" : ""
        return try paths
            + suggested("links-to:" + quote + typed, without: "links-to:").filter { titled in
                !paths.contains { $0.text == titled.text }
            }
    }

    /// Returns the paths of directory entries that begin with the typed text, at most `most`. Hidden entries are
    /// included only if the typed name starts with a dot. Excludes names that shells cannot complete: not UTF-8, or
    /// with control characters, which separate candidates and their descriptions.
    ///
    /// - Parameter isWanted: which kinds of entries to include. For a link, it is the kind of its target.
    private static func files(
        _ typed: String, _ context: CommandContext, isWanted: (FileStatus.Kind) -> Bool
    ) -> [Candidate] {
        let slash = typed.lastIndex(of: "/")
        let folder = slash.map { String(typed[...$0]) } ?? ""
        let name = slash.map { typed[typed.index(after: $0)...] } ?? typed[...]
        let directory = folder.isEmpty ? context.environment.directory : context.full(Argument(folder))
        guard let entries = try? Files.list(directory, follows: true) else { return [] }
        return entries.compactMap { entry -> Candidate? in
            guard let text = String(validating: entry.name, as: UTF8.self), !entry.name.contains(where: { $0 < 0x20 }),
                text.hasPrefix(name), !text.hasPrefix(".") || name.hasPrefix("."), isWanted(entry.status.kind)
            else { return nil }
            // Without `./` the name would be an option or a home directory.
            let isBare = folder.isEmpty && (text.hasPrefix("-") || text.hasPrefix("~"))
            return Candidate(text: (isBare ? "./" : folder) + text + (entry.status.kind == .directory ? "/" : ""))
        }.sorted { $0.text < $1.text }.prefix(most).map { $0 }
    }
}

import SourceText

/// Splits arguments into options and operands, as the GNU tools do. Options may precede or follow operands, and `--`
/// ends them. Accepts `--name=value`, `--name value`, `-n value`, `-nvalue`, and bundles of short options, of which the
/// last may take a value.
struct ArgumentParser<Values> {
    let options: [OptionInfo]
    /// Whether `-word` is an operand if it cannot be read as short options.
    var takesNegatedTerms = false
    /// Whether the first operand ends the options, as POSIX specifies.
    var optionsComeFirst = false
    /// Whether the operands are a query, to which `--tag NAME` adds a keyword.
    var takesQuery = false
    /// Whether operands are free text, which may begin with a hyphen.
    var takesText = false
    /// Stores the value of the option at an index of `options`.
    let set: (inout Values, Int, Argument) throws(UsageError) -> Void

    /// The result of parsing, apart from the option values.
    struct ParsedArguments {
        var operands: [Argument] = []
        /// The values of `--tag`.
        var keywords: [Argument] = []
        /// Notices for the user about how the command line was understood.
        var notices: [String] = []
    }

    func parse(_ arguments: [Argument], into values: inout Values) throws(UsageError) -> ParsedArguments {
        var parsed = ParsedArguments()
        var index = 0
        while index < arguments.count {
            let argument = arguments[index]
            index += 1
            if argument == "--" {
                parsed.operands += arguments[index...]
                return parsed
            }
            if try readKeyword(argument, arguments, index: &index, into: &parsed) { continue }
            if argument.isDashedText, !takesNegatedTerms {
                parsed.operands.append(argument)
            } else if argument.starts(with: "--") {
                try readLong(argument, arguments, index: &index, values: &values)
            } else if argument.starts(with: "-"), argument != "-" {
                if takesNegatedTerms {
                    if try readsAsOptions(argument, arguments, index: &index, values: &values) { continue }
                    try refuseOptionNames(argument)
                    if let notice = notice(argument) { parsed.notices.append(notice) }
                    parsed.operands.append(argument)
                } else {
                    try readShort(argument, arguments, index: &index, values: &values)
                }
            } else {
                parsed.operands.append(argument)
                if optionsComeFirst {
                    parsed.operands += arguments[index...]
                    return parsed
                }
            }
        }
        return parsed
    }

    // MARK: Long options

    private func readLong(
        _ argument: Argument, _ arguments: [Argument], index: inout Int, values: inout Values
    ) throws(UsageError) {
        let rest = argument.bytes.dropFirst(2)
        let equals = rest.firstIndex(of: UInt8(ascii: "="))
        let name = Argument(bytes: Array(rest[..<(equals ?? rest.endIndex)])).shown
        guard let option = options.firstIndex(where: { $0.name == name }) else {
            if equals == nil, let (option, value) = builtInAlias("--\(name)") {
                return try set(&values, option, value)
            }
            throw .unknownOption("--\(name)", help: help("--\(name)", name))
        }
        let attached = equals.map { Argument(bytes: Array(rest[($0 + 1)...])) }
        guard let placeholder = options[option].placeholder else {
            if attached != nil { throw .unexpectedValue(option: name) }
            return try set(&values, option, "")
        }
        if let attached { return try set(&values, option, attached) }
        guard index < arguments.count else { throw .missingValue(option: name, placeholder: placeholder) }
        index += 1
        try set(&values, option, arguments[index - 1])
    }

    // MARK: Options of other programs

    /// Returns the option and value that an option of another program stands for: `--format json` for `--json`. Returns
    /// nil if it is not a built-in alias, or this command has no such option or value.
    private func builtInAlias(_ name: String) -> (Int, Argument)? {
        guard case .option(let meant, let value) = BuiltInAliases.option(name),
            let option = options.firstIndex(where: { $0.name == meant && $0.choices.contains(value) })
        else { return nil }
        return (option, Argument(value))
    }

    /// Reads `--tag NAME`, `--tag=NAME` or `-t NAME` into `parsed.keywords`, if the operands are a query and the
    /// command has no such option. Otherwise returns false and reads nothing.
    ///
    /// - Parameter index: the index after `argument`. Moved past the value if that is the next argument.
    private func readKeyword(
        _ argument: Argument, _ arguments: [Argument], index: inout Int, into parsed: inout ParsedArguments
    ) throws(UsageError) -> Bool {
        guard takesQuery, argument.starts(with: "-") else { return false }
        let parts = argument.bytes.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let name = Argument(bytes: Array(parts[0])).shown
        guard BuiltInAliases.option(name) == .keyword, !options.contains(where: { $0.isCalled(name) }) else {
            return false
        }
        if parts.count > 1, name.hasPrefix("--") {
            parsed.keywords.append(Argument(bytes: Array(parts[1])))
        } else if parts.count > 1 {
            return false
        } else {
            guard index < arguments.count else {
                throw .missingValue(option: String(name.drop { $0 == "-" }), placeholder: "NAME")
            }
            parsed.keywords.append(arguments[index])
            index += 1
        }
        return true
    }

    // MARK: Short options

    private func option(_ letter: UInt8) -> Int? { options.firstIndex { $0.short?.asciiValue == letter } }

    /// Reads `-n`, `-n5`, `-n 5`, `-cn5`. Throws for an unknown letter or a bad value.
    ///
    /// - Parameter index: the index after `argument`. Moved past the value if that is the next argument.
    private func readShort(
        _ argument: Argument, _ arguments: [Argument], index: inout Int, values: inout Values
    ) throws(UsageError) {
        let letters = argument.bytes.dropFirst()
        for letterIndex in letters.indices {
            guard let option = option(letters[letterIndex]) else {
                // `-name` is reported as a misspelled `--name`, even if its letters are short options.
                let name = argument.shown.dropFirst()
                if options.contains(where: { $0.name == name }) {
                    throw .singleDash(argument.shown, help: "did you mean '--\(name)'?")
                }
                let letter = String(argument.shown.dropFirst(letterIndex - letters.startIndex + 1).prefix(1))
                let shown = letterIndex == letters.startIndex ? argument.shown : "-\(letter)"
                throw .unknownOption(shown, help: help(shown, String(name)))
            }
            guard let placeholder = options[option].placeholder else {
                try set(&values, option, "")
                continue
            }
            let attached = letters[(letterIndex + 1)...]
            if !attached.isEmpty { return try set(&values, option, Argument(bytes: Array(attached))) }
            guard index < arguments.count else {
                throw .missingValue(option: options[option].name, placeholder: placeholder)
            }
            index += 1
            return try set(&values, option, arguments[index - 1])
        }
    }

    /// Reads `-word` as short options and returns true, if it is valid as such to its end, values included. Otherwise
    /// returns false: the word is a negated term. A single letter that is an option is always read as one: a bad value
    /// must be an error rather than a search.
    private func readsAsOptions(
        _ argument: Argument, _ arguments: [Argument], index: inout Int, values: inout Values
    ) throws(UsageError) -> Bool {
        if argument.bytes.count == 2 {
            guard option(argument.bytes[1]) != nil else { return false }
            try readShort(argument, arguments, index: &index, values: &values)
            return true
        }
        if options.contains(where: { $0.name == argument.shown.dropFirst() }) { return false }
        var tried = values
        var next = index
        do {
            try readShort(argument, arguments, index: &next, values: &tried)
        } catch {
            return false
        }
        values = tried
        index = next
        return true
    }

    /// Throws for `-x`, where `x` is any single character that does not begin a term of another kind, and for `-name`, where `name` is an option. In a command
    /// that takes negated terms, both are likely mistakes.
    private func refuseOptionNames(_ argument: Argument) throws(UsageError) {
        let name = argument.shown.dropFirst()
        if options.contains(where: { $0.name == name }) {
            throw .singleDash(argument.shown, help: "did you mean '--\(name)'? to exclude the word, use: NOT \(name)")
        }
        if name.count == 1, !["#", "@", "\"", "(", "/"].contains(name) {
            let foreign = ForeignWords.help(forOption: argument.shown).map { "\($0); " } ?? ""
            throw .singleDash(argument.shown, help: "\(foreign)to exclude the word, use: NOT \(name)")
        }
    }

    /// Returns a notice if a negated word looks like an option of this program or of another one, otherwise nil.
    private func notice(_ argument: Argument) -> String? {
        let word = argument.bytes.dropFirst()
        guard let first = word.first, word.allSatisfy({ $0 < 0x80 }) else { return nil }
        let rest = word.dropFirst()
        let name = argument.shown.dropFirst()
        let isLetter = option(first) != nil || (first | 0x20 >= UInt8(ascii: "a") && first | 0x20 <= UInt8(ascii: "z"))
        let choices = options.flatMap(\.choices)
        let looksLikeOptions =
            isLetter && word.count == 2
            || isLetter && (rest.first == UInt8(ascii: "=") || rest.allSatisfy { (0x30...0x39).contains($0) })
            || choices.contains { $0 == name } || ForeignWords.help(forOption: "--\(name)") != nil
            || option(first).map { option in
                let choices = options[option].choices
                return !choices.isEmpty && Nearest.match(String(name.dropFirst()), among: choices) != nil
            } ?? false
        return looksLikeOptions
            ? "'\(argument.shown)' excludes the word '\(name)'; for options, see: slip help search" : nil
    }

    /// Returns advice for an unknown option: its equivalent in slip, or else the option with the nearest name. For a
    /// command that takes text, says how to write text that begins with a hyphen. Otherwise returns nil.
    private func help(_ option: String, _ name: String) -> String? {
        ForeignWords.help(forOption: option, changes: options.contains { $0.name == "dry-run" })
            ?? Nearest.match(name, among: options.map(\.name)).map { "did you mean '--\($0)'?" }
            ?? (takesText ? "if it belongs to the text, put -- before it" : nil)
    }
}

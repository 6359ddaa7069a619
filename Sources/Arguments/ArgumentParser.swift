import SourceText

/// Splits arguments into options and operands, as the GNU tools do: options before or after operands, `--` ends them,
/// `--name=value` and `--name value`, `-n value` and `-nvalue`; short options do not bundle.
struct ArgumentParser<Values> {
    private let options: [Option<Values>]
    private let takesNegatedTerms: Bool

    init(_ options: [Option<Values>], takesNegatedTerms: Bool) {
        self.options = options
        self.takesNegatedTerms = takesNegatedTerms
    }

    /// - Returns: the operands in their order.
    func parse(_ arguments: [String], into values: inout Values) throws(UsageError) -> [String] {
        var operands: [String] = []
        var index = 0
        while index < arguments.count {
            let argument = arguments[index]
            index += 1
            if argument == "--" { return operands + arguments[index...] }
            if argument.hasPrefix("--") {
                let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let option = try long(String(parts[0]))
                let attached = parts.count == 2 ? String(parts[1]) : nil
                try apply(option, attached, arguments, &index, &values)
            } else if argument.hasPrefix("-"), argument != "-", let option = short(argument) {
                let attached = argument.unicodeScalars.count > 2 ? String(argument.dropFirst(2)) : nil
                try apply(option, attached, arguments, &index, &values)
            } else if argument.hasPrefix("-"), argument != "-" {
                try refuseSingleDash(argument)
                operands.append(argument)
            } else {
                operands.append(argument)
            }
        }
        return operands
    }

    private func apply(
        _ option: Option<Values>, _ attached: String?, _ arguments: [String], _ index: inout Int, _ values: inout Values
    ) throws(UsageError) {
        guard let placeholder = option.placeholder else {
            if attached != nil { throw .unexpectedValue(option: option.name) }
            return try option.apply(&values, "")
        }
        if let attached { return try option.apply(&values, attached) }
        guard index < arguments.count else { throw .missingValue(option: option.name, placeholder: placeholder) }
        index += 1
        try option.apply(&values, arguments[index - 1])
    }

    private func long(_ name: String) throws(UsageError) -> Option<Values> {
        if let option = options.first(where: { $0.name == name }) { return option }
        throw .unknownOption("--\(name)", near: nearest(name).map { "--\($0)" })
    }

    /// The option of a letter. With a value attached only options that take one count, so that `-tag:x` is none of -t.
    private func short(_ argument: String) -> Option<Values>? {
        guard let letter = argument.dropFirst().first, let option = options.first(where: { $0.short == letter })
        else { return nil }
        let rest = argument.dropFirst(2)
        if rest.isEmpty { return option }
        // Where terms are negated by a hyphen, -n5 is a count and -note a term.
        return option.placeholder != nil && (!takesNegatedTerms || rest.allSatisfy { $0.isASCII && $0.isNumber })
            ? option : nil
    }

    /// One dash before a single letter or an option's name is a mistake; before anything else it negates, where terms
    /// are taken.
    private func refuseSingleDash(_ argument: String) throws(UsageError) {
        let name = String(argument.dropFirst())
        if options.contains(where: { $0.name == name }) {
            throw .singleDash(argument, help: "did you mean '--\(name)'?")
        }
        if !takesNegatedTerms {
            throw .unknownOption(argument, near: nearest(name).map { "--\($0)" })
        }
        if name.count == 1 {
            throw .singleDash(argument, help: "to exclude the word: NOT \(name)")
        }
    }

    private func nearest(_ name: String) -> String? {
        Nearest.match(name, among: options.map(\.name))
    }
}

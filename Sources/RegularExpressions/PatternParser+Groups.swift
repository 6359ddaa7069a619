import SourceText

extension PatternParser {
    /// Parses a group. Returns nil for flags without a group, which apply until the end of the enclosing group.
    mutating func group() throws(PatternError) -> Node? {
        let start = index
        let outer = flags
        index += 1
        if take("?") {
            if take("P<") || takeNameOpening() {
                try groupName(from: start)
            } else if try !flagsOpenGroup(from: start) {
                return nil
            }
        }
        depth += 1
        if depth > Self.maximumNesting {
            throw error(start..<start + 1, "groups nested over \(Self.maximumNesting) levels")
        }
        let node = try alternation()
        depth -= 1
        flags = outer
        guard take(")") else {
            throw error(start..<start + 1, "unclosed group", help: "for the character, write '\\('")
        }
        return node
    }

    /// Consumes `<` unless it starts a look-behind.
    private mutating func takeNameOpening() -> Bool { !isNext("<=") && !isNext("<!") && take("<") }

    private mutating func groupName(from start: Int) throws(PatternError) {
        let nameStart = index
        guard let name = take(upTo: ">") else { throw error(start..<index, "unclosed group name", help: "add '>'") }
        let isWord = name.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == Byte.underscore }
        if !isWord || name.isEmpty || ("0"..."9").contains(scalars[nameStart]) {
            throw error(
                start..<index, "a group name contains only letters, digits and '_', and does not start with a digit")
        }
        if !groupNames.insert(name).inserted {
            throw error(nameStart..<index - 1, "the group name '\(name)' is used twice")
        }
    }

    /// Parses the text after `(?`. Returns true at the `:` of a group, false at the `)` of flags without a group.
    private mutating func flagsOpenGroup(from start: Int) throws(PatternError) -> Bool {
        for prefix in ["=", "!", "<=", "<!"] where isNext(prefix) {
            throw error(
                start..<index + prefix.utf8.count, "look-around is not supported",
                help: "match the surrounding text too, or use two patterns")
        }
        if isNext(">") { throw error(start..<index + 1, "atomic groups are not supported", help: "write '(?:…)'") }
        if isNext("P=") || isNext("P>") { throw error(start..<index + 2, "back references are not supported") }
        var isOn = true
        var hasFlag = false
        while let next = peek() {
            index += 1
            switch next {
            case "i": flags.ignoresCase = isOn
            case "m": flags.matchesLines = isOn
            case "s": flags.dotMatchesNewline = isOn
            case "U": flags.swapsGreed = isOn
            case "-" where isOn:
                isOn = false
                hasFlag = false
                continue
            case ":" where hasFlag || isOn: return true
            case ")" where hasFlag: return false
            case "x":
                throw error(
                    index - 1..<index, "the flag 'x' is not supported", help: "remove the spaces and comments")
            default:
                throw error(start..<index, "unknown kind of group", help: "valid flags: i, m, s and U")
            }
            hasFlag = true
        }
        throw error(start..<start + 1, "unclosed group", help: "for the character, write '\\('")
    }
}

extension PatternParser {
    mutating func bracketed() throws(PatternError) -> Node {
        let start = index
        index += 1
        let isNegated = take("^")
        let first = index
        var ranges: [ClosedRange<UInt32>] = []
        while index == first || !isNext("]") {
            if peek() == nil {
                throw error(start..<start + 1, "unclosed class", help: "for the character, write '\\['")
            }
            let itemStart = index
            try refuseSetOperation()
            guard let lower = try item(adding: &ranges) else { continue }
            try refuseSetOperation()
            var upper = lower
            if isNext("-"), peek(1) != "]", peek(1) != nil {
                index += 1
                guard let end = try item(adding: &ranges) else {
                    throw error(itemStart..<index, "this range ends in a class", help: "for the '-', write '\\-'")
                }
                if end < lower { throw error(itemStart..<index, "the start of this range is after its end") }
                upper = end
            }
            ranges.append(lower.value...upper.value)
        }
        index += 1
        let key = "\(flags.ignoresCase)\(text(start..<index))"
        if let known = knownClasses[key] { return .set(known) }
        var set = ScalarSet(ranges)
        if flags.ignoresCase { set = set.ignoringCase }
        let node = try node(isNegated ? set.inverted : set)
        if case .set(let number) = node { knownClasses[key] = number }
        return node
    }

    private func refuseSetOperation() throws(PatternError) {
        for (operation, written) in [("&&", "\\&"), ("--", "\\-"), ("~~", "\\~")] where isNext(operation) {
            throw error(
                index..<index + 2, "set operations are not supported", help: "for the character, write '\(written)'")
        }
    }

    /// Parses one scalar. Returns nil for a nested class, whose ranges it adds.
    private mutating func item(adding ranges: inout [ClosedRange<UInt32>]) throws(PatternError) -> Unicode.Scalar? {
        let start = index
        switch peek() {
        case "\\":
            switch try escape() {
            case .scalar(let scalar): return scalar
            case .set(let set): ranges += set.ranges
            case .assertion: throw error(start..<index, "'\(text(start..<index))' has no meaning in a class")
            }
            // Bounds the memory for a long run of classes.
            if ranges.count > 20_000 { ranges = ScalarSet(ranges).ranges }
            return nil
        case "[":
            guard take("[:") else {
                throw error(start..<start + 1, "'[' in a class must be escaped", help: "for the character, write '\\['")
            }
            let isNegated = take("^")
            guard let name = take(upTo: ":]"), var set = ScalarSet(posix: name) else {
                throw error(
                    start..<index, "unknown class",
                    help: "valid names: alnum, alpha, ascii, blank, cntrl, digit, graph, "
                        + "lower, print, punct, space, upper, word and xdigit")
            }
            if flags.ignoresCase { set = set.ignoringCase }
            ranges += isNegated ? set.inverted.ranges : set.ranges
            return nil
        case let scalar:
            index += 1
            return scalar
        }
    }
}

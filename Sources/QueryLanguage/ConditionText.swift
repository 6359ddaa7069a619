package import SourceText

/// Descriptions of conditions in English, for `--explain`.
package enum ConditionText {
    /// Returns a description of the condition. Times are shown in local time.
    package static func describe(_ condition: Condition, _ calendar: LocalCalendar) -> String {
        describe(condition, calendar, depth: 0)
    }

    private static func describe(_ condition: Condition, _ calendar: LocalCalendar, depth: Int) -> String {
        func join(_ parts: [Condition], _ word: String) -> String {
            let text = parts.map { describe($0, calendar, depth: depth + 1) }.joined(separator: " \(word) ")
            return depth > 0 && parts.count > 1 ? "(\(text))" : text
        }
        switch condition {
        case .all: return "every note"
        case .nothing: return "no note"
        case .and(let parts): return join(parts, "AND")
        case .or(let parts): return join(parts, "OR")
        case .not(let inner): return "NOT \(describe(inner, calendar, depth: depth + 1))"
        case .text(let match):
            return describe(match)
        case .attached(let match):
            return "attachment contains \"\(Words.joined(match.words))\(match.isPrefix ? "*" : "")\""
        case .contains(let text): return "text contains \"\(text)\""
        case .regex: return "text matches the regular expression"
        case .whole(let part, let text): return "\(part) is \"\(text)\""
        case .matches(let part, _): return "\(part) matches the regular expression"
        case .keyword(let pattern, let nested):
            return "keyword \(describe(pattern))\(nested ? ", or nested in it" : ", not nested")"
        case .status(let status): return "status \(status)"
        case .favorite(let value): return value ? "a favorite" : "not a favorite"
        case .time(let field, let range): return "\(field) \(describe(range, calendar))"
        case .folder(let folder, let deep):
            return "in folder '\(folder.isRoot ? "/" : folder.text)'\(deep ? " or its subfolders" : "")"
        case .has(let feature): return "has \(feature.rawValue)"
        case .key(let name): return "has the key '\(name)'"
        case .state(let state): return "is \(state.rawValue)"
        case .task(let isDone): return isDone ? "has a done task" : "has an open task"
        case .hasTask(let inner): return "has a task: (\(describe(inner, calendar)))"
        case .taskTest(let test): return describe(test)
        case .ofNote(let inner): return "in a note: (\(describe(inner, calendar)))"
        case .attachment(let pattern): return "attachment \(describe(pattern))"
        case .linksTo(let end): return "links to \(describe(end, calendar))"
        case .linkedFrom(let end): return "linked from \(describe(end, calendar))"
        case .linkWalk(let walk):
            let direction = walk.direction == .linksTo ? "links to" : "linked from"
            return "\(direction) \(describe(walk.ends, calendar)) over at most \(walk.steps) links"
        case .like(let note):
            return "related to '\(note.path.text)'\(note.includesLinked ? "" : ", and not linked with it")"
        case .number(.tasks, let range): return "open tasks \(describe(range))"
        case .number(let field, let range): return "\(field) \(describe(range))"
        case .property(let name, let test): return "'\(name)' \(describe(test, calendar))"
        case .name(let pattern, _): return "file name \(describe(pattern))"
        case .fileName(let words): return "file name with its extension has \"\(words.joined(separator: " "))\""
        case .path(.words(let words)): return "path has \"\(words.joined(separator: " "))\""
        case .path(.glob): return "path matches the glob"
        case .path(.regex): return "path matches the regular expression"
        case .id(let pattern): return "id \(describe(pattern))"
        case .alias(let pattern): return "alias \(describe(pattern))"
        case .since(let commit): return "differs from commit \(commit.prefix(10))"
        case .by(let words, let isPrefix): return "author \"\(words.joined(separator: " "))\(isPrefix ? "*" : "")\""
        }
    }

    private static func describe(_ match: TextMatch) -> String {
        let kind = match.words.count > 1 ? "phrase" : "word"
        let words = "\(kind) \"\(match.words.joined(separator: " "))\(match.isPrefix ? "*" : "")\""
        switch match.attachments {
        case .none: return match.part == .any ? words : "\(words) in \(match.part)"
        case .canvases: return "\(words), also in canvases"
        case .all: return "\(words), also in attachments"
        }
    }

    private static func describe(_ test: TaskTest) -> String {
        switch test {
        case .status(let status): return status.rawValue
        case .date(let property, let range):
            let bounds = [
                range.lower.map { "from \(CivilTime(dayNumber: $0).dayText)" },
                range.upper.map { "before \(CivilTime(dayNumber: $0).dayText)" },
            ]
            return ([property.rawValue] + bounds.compactMap { $0 }).joined(separator: " ")
        case .has(let property): return "has \(property.rawValue)"
        case .priority(let range):
            let (low, high) = (range.lowerBound.name, range.upperBound.name)
            return low == high ? "priority \(low)" : "priority from \(low) to \(high)"
        case .blocked: return "blocked"
        case .text(let match):
            return
                "\(match.words.count > 1 ? "phrase" : "word") \"\(Words.joined(match.words))\(match.isPrefix ? "*" : "")\""
        case .contains(let text): return "task contains \"\(text)\""
        case .regex: return "task matches the regular expression"
        case .tag(let pattern, let nested): return "tag \(describe(pattern))\(nested ? ", or nested in it" : "")"
        case .heading(.words(let match)):
            return "heading above has \"\(Words.joined(match.words))\(match.isPrefix ? "*" : "")\""
        case .heading(.whole(let text)): return "heading above is \"\(text)\""
        case .heading(.regex): return "heading above matches the regular expression"
        }
    }

    private static func describe(_ pattern: ValuePattern) -> String {
        if case .exact(let text) = pattern { return "\"\(text)\"" }
        return "matches the glob"
    }

    private static func describe(_ end: Condition.LinkedNotes, _ calendar: LocalCalendar) -> String {
        switch end {
        case .note(let path): "'\(path.text)'"
        case .query(let condition): "(\(describe(condition, calendar, depth: 0)))"
        }
    }

    private static func describe(_ range: TimeRange, _ calendar: LocalCalendar) -> String {
        func isWhole(_ moment: Moment) -> Bool { moment.microseconds % 1_000_000 == 0 }
        func text(_ moment: Moment) -> String {
            let civil = calendar.civil(moment)
            return "\(civil.dayText) \(civil.clockText)"
        }
        switch (range.lower, range.upper) {
        case (let lower?, let upper?):
            // An upper bound 1 µs after a moment includes that moment.
            return isWhole(upper)
                ? "from \(text(lower)) to before \(text(upper))" : "from \(text(lower)) to \(text(upper)) inclusive"
        case (let lower?, nil): return "from \(text(lower))"
        case (nil, let upper?): return isWhole(upper) ? "before \(text(upper))" : "until \(text(upper)) inclusive"
        case (nil, nil): return "at any time"
        }
    }

    private static func describe(_ range: NumberRange) -> String {
        if let lower = range.lower, lower == range.upper { return "= \(number(lower))" }
        var parts: [String] = []
        if let lower = range.lower { parts.append("\(range.lowerIncluded ? ">=" : ">") \(number(lower))") }
        if let upper = range.upper { parts.append("\(range.upperIncluded ? "<=" : "<") \(number(upper))") }
        return parts.isEmpty ? "any" : parts.joined(separator: " and ")
    }

    private static func number(_ value: Double) -> String {
        Int64(exactly: value).map { String($0) } ?? String(value)
    }

    private static func describe(_ test: PropertyTest, _ calendar: LocalCalendar) -> String {
        var ways: [String] = []
        if let text = test.text { ways.append("is \(describe(text))") }
        if test.linkedNames != nil { ways.append("links to the note") }
        if test.regex != nil { ways.append("matches the regular expression") }
        if let number = test.number { ways.append("as a number \(describe(number))") }
        if let time = test.time { ways.append("as a date \(describe(time, calendar))") }
        return ways.joined(separator: " or ")
    }
}

import Foundation
import TestSupport

/// Generates the notes of a random vault, each part together with its meaning.
struct NoteGenerator {
    var random: FixedGenerator
    let calendar: OracleCalendar

    static func quoted(_ text: String) -> String {
        "\"" + text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"") + "\""
    }

    mutating func vault(_ count: Int) -> OracleVault {
        var vault = OracleVault(calendar: calendar)
        var taken: Set<String> = []
        while vault.notes.count < count {
            var note = OracleNote()
            note.folder = random.pick(Vocabulary.folders)
            note.stem = random.pick(Vocabulary.stems)
            if random.once(in: 8) { note.fileExtension = "markdown" }
            guard taken.insert(note.path).inserted else { continue }
            note.hasFrontMatter = !random.once(in: 8)
            note.fileTime = instant()
            note.nameDate = nameDate(note.stem)
            if note.hasFrontMatter { writeFrontMatter(&note) }
            writeText(&note)
            vault.notes.append(note)
        }
        for index in vault.notes.indices { writeReferences(&vault.notes[index], vault.notes) }
        vault.resolveReferences()
        return vault
    }

    // MARK: Dates

    /// Returns a moment near now, often at a boundary that queries use.
    mutating func instant() -> Int {
        let unit = random.pick(OracleCalendar.Unit.allCases)
        switch random.below(4) {
        case 0: return calendar.back(random.pick([1, 2, 7, 12, 24, 30, 31]), unit) + random.pick([-1, 0, 0, 1])
        case 1: return calendar.now - random.below(3 * 86_400)
        case 2: return calendar.day(calendar.wall(calendar.now), adding: -random.below(40)) + random.pick([-1, 0, 1])
        default: return calendar.now - random.below(900 * 86_400)
        }
    }

    /// Returns a date in a form of front matter, and its moment.
    mutating func date(ahead: Bool = false) -> (text: String, moment: Int) {
        let moment = instant() + (ahead && random.once(in: 2) ? random.below(30 * 86_400) : 0)
        var wall = calendar.wall(moment)
        let day = OracleCalendar.text(wall)
        let separator = random.pick(["T", " "])
        switch random.below(6) {
        case 0, 1: return (day, calendar.day(wall))
        case 2:
            wall.second = 0
            return ("\(day)\(separator)\(OracleCalendar.clock(wall))", calendar.moment(wall))
        case 3:
            let text = "\(day)\(separator)\(OracleCalendar.clock(wall)):\(OracleCalendar.two(wall.second))"
            return (text, calendar.moment(wall))
        default:
            let hours = random.pick([0, 2, -5])
            let shown = calendar.utcWall(moment + hours * 3600)
            let zone = hours == 0 ? "Z" : hours > 0 ? "+0\(hours):00" : "-0\(-hours):00"
            let clock = "\(OracleCalendar.clock(shown)):\(OracleCalendar.two(shown.second))"
            return ("\(OracleCalendar.text(shown))T\(clock)\(zone)", moment)
        }
    }

    /// Returns the date at the start of a file name.
    private func nameDate(_ stem: String) -> Int? {
        let wall: OracleCalendar.Wall
        switch stem {
        case "2024-03-27 daily": wall = .init(year: 2024, month: 3, day: 27)
        case "2024-02-29": wall = .init(year: 2024, month: 2, day: 29)
        case "20240310 log": wall = .init(year: 2024, month: 3, day: 10)
        case "202403271148 stamp": wall = .init(year: 2024, month: 3, day: 27, hour: 11, minute: 48)
        case "20240331023015 gap": wall = .init(year: 2024, month: 3, day: 31, hour: 2, minute: 30, second: 15)
        default: return nil
        }
        return calendar.moment(wall)
    }

    // MARK: Front matter

    mutating func phrase(_ counts: ClosedRange<Int>) -> String {
        random.some(Vocabulary.words, counts).joined(separator: " ")
    }

    /// Returns a YAML scalar with a text as its value.
    mutating func scalar(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { OracleText.isWord($0) || $0 == " " } && Double(text) == nil
        if isPlain && OracleText.fold(text) != "on" && random.once(in: 2) { return text }
        if !text.contains("'") && random.once(in: 2) { return "'\(text)'" }
        return Self.quoted(text)
    }

    /// Returns a key in any case.
    private mutating func key(_ names: [String]) -> String {
        let name = random.pick(names)
        return random.once(in: 5) ? name.capitalized : name
    }

    private mutating func list(_ key: String, _ texts: [String]) -> [String] {
        switch random.below(3) {
        case 0: return [key + ":"] + texts.map { "  - \(scalar($0))" }
        case 1 where texts.allSatisfy { !$0.contains(",") }:
            return ["\(key): [\(texts.map { scalar($0) }.joined(separator: ", "))]"]
        default: return [key + ":"] + texts.map { "- \(Self.quoted($0))" }
        }
    }

    private mutating func writeFrontMatter(_ note: inout OracleNote) {
        var entries: [[String]] = []
        if random.once(in: 2) {
            let title = phrase(1...4)
            note.writtenTitle = title
            note.keys.insert("title")
            entries.append(["\(key(["title"])): \(scalar(title))"])
        }
        if !random.once(in: 3) {
            let isKnown = !random.once(in: 6)
            note.status = random.pick(isKnown ? Vocabulary.statuses : Vocabulary.unknownStatuses)
            if !isKnown { note.isMalformed = true }
            note.keys.insert("status")
            let written = isKnown && random.once(in: 4) ? note.status.capitalized : note.status
            entries.append(["\(key(["status"])): \(written)"])
        }
        if random.once(in: 2) {
            let keywords = Array(Set(random.some(Vocabulary.keywords, 1...3))).sorted()
            for keyword in keywords { note.addKeyword(keyword) }
            note.keys.insert("keywords")
            let written = keywords.map { random.once(in: 4) ? "#\($0)" : $0 }
            entries.append(list(key(["keywords", "keyword", "tags", "tag"]), written))
        }
        if random.once(in: 4) {
            note.isFavorite = random.once(in: 2)
            note.keys.insert("favorite")
            let word = random.pick(note.isFavorite ? ["true", "yes", "on"] : ["false", "no", "off"])
            entries.append(["\(key(["favorite", "favourite"])): \(word)"])
        }
        if !random.once(in: 3) {
            let (text, moment) = date()
            note.writtenCreated = moment
            note.keys.insert("created")
            entries.append(["\(key(["created", "date", "created_at", "createdAt", "date created"])): \(text)"])
        }
        if random.once(in: 3) {
            let (text, moment) = date()
            note.writtenModified = moment
            note.keys.insert("modified")
            entries.append(["\(key(["modified", "updated", "lastmod", "last-modified"])): \(text)"])
        }
        if random.once(in: 4) {
            let id = random.pick(["id1", "a-7", "Z 9", "luh1"]) + String(random.below(90))
            note.id = id
            note.keys.insert("id")
            entries.append(["\(key(["id", "uuid"])): \(Self.quoted(id))"])
        }
        if random.once(in: 4) {
            note.aliases = random.some(Vocabulary.words, 1...2).map { $0 + " alias" }
            note.keys.insert("aliases")
            entries.append(list(key(["aliases", "alias"]), note.aliases))
        }
        if random.once(in: 3) {
            let order = random.pick([-3, 0, 1, 2, 7, 9, 10, 2048])
            note.order = order
            note.keys.insert("order")
            entries.append(["\(key(["order"])): \(order)"])
        }
        writeProperties(&note, &entries)
        if random.once(in: 25) {
            note.isMalformed = true
            entries.append(["this line is no entry at all"])
        }
        entries.shuffle(using: &random)
        // A line without a key would continue the scalar above it, so it comes first.
        if let fault = entries.firstIndex(of: ["this line is no entry at all"]) { entries.swapAt(0, fault) }
        note.frontMatter = entries.flatMap { $0 }
    }

    private mutating func value() -> (OracleNote.Value, String) {
        switch random.below(7) {
        case 0:
            let number = random.pick(["2", "2.0", "10", "-1.5", "0", "1024", "3"])
            return (.number(Double(number) ?? 0, number), number)
        case 1:
            let flag = random.pick(["true", "yes", "on", "false", "no", "off"])
            return (.flag(["true", "yes", "on"].contains(flag), flag), flag)
        case 2:
            let (text, moment) = date(ahead: true)
            return (.date(moment, text), text)
        case 3: return (.null, random.pick(["", "~", "null"]))
        default:
            let text = phrase(1...2)
            return (.text(text), scalar(text))
        }
    }

    private mutating func writeProperties(_ note: inout OracleNote, _ entries: inout [[String]]) {
        if random.once(in: 2) {
            let number = random.pick(["1", "2", "3", "2.5", "10", "2.0", "-4"])
            note.properties["priority"] = .number(Double(number) ?? 0, number)
            entries.append(["\(key(["priority"])): \(number)"])
        }
        if random.once(in: 3) {
            let text = random.pick([
                "Luhmann", "Niklas Luhmann", "Łukasz", "lukasz", "Straße 5", "note 2", "note 10", "été",
            ])
            note.properties["author"] = .text(text)
            entries.append(["\(key(["author"])): \(scalar(text))"])
        }
        if random.once(in: 3) {
            let (text, moment) = date(ahead: true)
            note.properties["due"] = .date(moment, text)
            entries.append(["\(key(["due"])): \(text)"])
        }
        for name in ["mixed", "due date", "size", "name", "größe"] where random.once(in: 5) {
            let (value, text) = value()
            note.properties[name] = value
            let written = name == "due date" ? random.pick(["due date", "due_date", "dueDate", "Due-Date"]) : name
            entries.append(["\(written): \(text)"])
        }
        if random.once(in: 4) {
            let values = (0..<(1 + random.below(3))).map { _ in value() }.filter { !$0.0.isNull }
            if !values.isEmpty {
                note.properties["rating"] = .list(values.map(\.0))
                let isFlow = values.allSatisfy { !$0.1.contains(",") && !$0.1.contains(": ") } && random.once(in: 2)
                entries.append(
                    isFlow
                        ? ["rating: [\(values.map(\.1).joined(separator: ", "))]"]
                        : ["rating:"] + values.map { "  - \($0.1)" })
            }
        }
        if random.once(in: 4) {
            let (inner, text) = value()
            let year = random.pick([1999, 2020, 2024])
            note.properties["source"] = .map([("isbn", inner), ("year", .number(Double(year), "\(year)"))])
            note.properties["source.isbn"] = inner
            note.properties["source.year"] = .number(Double(year), "\(year)")
            entries.append(
                random.once(in: 3) && !inner.isNull && !text.contains(",") && !text.contains(": ")
                    ? ["source: {isbn: \(text), year: \(year)}"] : ["source:", "  isbn: \(text)", "  year: \(year)"])
        }
    }
}

extension OracleNote {
    /// Adds a keyword unless the note has one that differs only in case and diacritics.
    mutating func addKeyword(_ keyword: String) {
        if !keywords.contains(where: { OracleText.fold($0) == OracleText.fold(keyword) }) { keywords.append(keyword) }
    }
}

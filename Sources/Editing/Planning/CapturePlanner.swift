import Notes
package import Searching
package import SourceText
package import VaultFiles

/// A plan that adds a text to a note or replaces a part of it, and where the new text is.
package struct CapturePlan: Sendable {
    package var plan: ChangePlan
    package var path: VaultPath
    /// The line of the first new line in the note, counted from 1.
    package var line: Int
    /// The number of lines of the text.
    package var lines: Int
    /// The content of the note afterwards.
    package var content: [UInt8]

    /// Whether the plan creates the note.
    package var isNew: Bool { plan.operations.contains { if case .create(path, _) = $0 { true } else { false } } }
}

/// Plans that add text to notes. No other byte changes, so the key `modified:` is not updated.
package struct CapturePlanner {
    /// Where a text is added, relative to a position.
    package enum Side: Hashable, Sendable {
        /// At the start of a part, below its heading.
        case start
        /// At the end of a part.
        case end
        /// As lines before a line.
        case before
    }

    package struct Options: Sendable {
        /// Whether a paragraph stays a paragraph next to a list.
        package var isRaw = false
        /// Whether a missing heading is added at the end of the body.
        package var createsHeading = false
        /// Whether a blank line separates the text from front matter above it.
        var isSpaced = false
        /// Whether the fields of templates in the text, such as `{{date}}`, are replaced.
        package var expands = false

        package init() {}
    }

    private let context: PlanContext
    private let options: Options

    package init(_ snapshot: VaultSnapshot, _ options: Options = Options()) {
        context = PlanContext(snapshot: snapshot)
        self.options = options
    }

    /// Returns a plan that adds a text.
    ///
    /// - Throws: `VaultError` if the text is not UTF-8, or if the position does not exist.
    package func add(
        _ text: [UInt8], _ side: Side, of target: CaptureTarget, at position: NotePosition, title: String
    ) throws -> CapturePlan {
        if let offset = text.firstInvalidUTF8 {
            throw VaultError(
                "the text is not valid UTF-8 at byte \(offset + 1); nothing was changed", help: "convert it to UTF-8")
        }
        let (note, creation) = try note(target)
        var text = text
        if options.expands { text = try NewNotePlanner(context.snapshot).filled(text, for: note, target) }
        let lines = TextInsertion.lines(of: text)
        var isBlank: Bool { lines.allSatisfy { $0.allSatisfy(\.isWhiteSpace) } }
        if lines.isEmpty || side != .before && isBlank {
            return CapturePlan(
                plan: ChangePlan(title), path: note.path, line: 1, lines: 0, content: note.bytes)
        }
        let insertion = try insertion(lines, side, at: position, in: note)
        var change = NoteChange(note.path, note.bytes)
        change.apply([insertion.edit])
        var plan = CapturePlan(
            plan: ChangePlan(title), path: note.path, line: insertion.line, lines: lines.count, content: change.after)
        if let creation {
            // The note is created with the text in it.
            plan.plan.notices = creation.notices
            plan.plan.operations = creation.operations.map {
                if case .create(note.path, _) = $0 { .create(note.path, .bytes(change.after)) } else { $0 }
            }
        } else if let operation = try change.operation {
            plan.plan.operations = [operation]
        }
        return plan
    }

    /// Returns a plan that replaces a text in a part of a note.
    ///
    /// - Parameters:
    ///   - count: the number of occurrences that there must be. All of them are replaced.
    ///   - line: the line in which the occurrence must begin, or nil for any.
    /// - Throws: `VaultError` if there is another number of occurrences.
    package func replace(
        _ old: String, with new: String, count: Int, line: Int?, in path: VaultPath, at position: NotePosition,
        title: String
    ) throws -> CapturePlan {
        let note = try OpenNote(path: path, bytes: context.settledBytes(path), rules: context.rules)
        let range = try note.part(at: position).rangeWithHeading
        let end = TextEdits.lineEnd(of: note.bytes)
        let table = LineTable(note.bytes)
        var found = note.bytes.ranges(of: Array(old.utf8), in: range)
        if found.isEmpty { found = note.bytes.ranges(of: Self.withLineEnds(end, old), in: range) }
        let chosen = line.map { line in found.filter { table.line(at: $0.lowerBound) == line } } ?? found
        if chosen.count != count {
            let lines = Set(found.map { table.line(at: $0.lowerBound) }).sorted()
            throw Self.wrongCount(chosen.count, insteadOf: count, in: path, lines: lines, line: line)
        }
        var change = NoteChange(path, note.bytes)
        change.apply(chosen.map { ByteEdit($0, Self.withLineEnds(end, new)) })
        var plan = CapturePlan(
            plan: ChangePlan(title), path: path, line: chosen.first.map { table.line(at: $0.lowerBound) } ?? 1,
            lines: TextInsertion.lines(of: Array(new.utf8)).count, content: change.after)
        if let operation = try change.operation { plan.plan.operations = [operation] }
        return plan
    }

    /// Returns a text with its line ends, LF or CRLF, replaced.
    private static func withLineEnds(_ end: String, _ text: String) -> [UInt8] {
        Array(text.replacing("\r\n", with: "\n").replacing("\n", with: end).utf8)
    }

    /// Returns the error for a text that does not occur as often as expected.
    ///
    /// - Parameters:
    ///   - lines: all lines in which it begins.
    ///   - line: the line that was asked for, if any.
    private static func wrongCount(
        _ count: Int, insteadOf expected: Int, in path: VaultPath, lines: [Int], line: Int?
    ) -> VaultError {
        func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
        if lines.isEmpty {
            return VaultError(
                "the text is not in this part of '\(path.text)'; nothing was changed", at: path,
                help: "it must be exactly as in the file; to change front matter: slip set")
        }
        let more = lines.count > 10 ? " …" : ""
        let listed =
            "\(lines.count == 1 ? "line" : "lines") \(lines.prefix(10).map(String.init).joined(separator: ", "))\(more)"
        let place = line.map { "in line \($0)" } ?? "in \(listed)"
        return VaultError(
            "the text occurs \(times(count)) \(place) of '\(path.text)' instead of \(times(expected)); nothing was changed",
            at: path,
            help: line != nil
                ? "it begins in \(listed)"
                : "to replace all: --count \(count); to pick one: --line \(lines[0])")
    }

    /// Returns the note of a target, with the plan that creates it if it does not exist.
    func note(_ target: CaptureTarget) throws -> (note: OpenNote, creation: ChangePlan?) {
        let path: VaultPath
        switch target {
        case .note(let note): path = note
        case .day(let day):
            let (daily, plan) = try NewNotePlanner(context.snapshot).daily(day)
            path = daily
            if let plan {
                for case .create(path, .bytes(let bytes)) in plan.operations {
                    return (OpenNote(path: path, bytes: bytes, rules: context.rules), plan)
                }
            }
        }
        return (OpenNote(path: path, bytes: try context.settledBytes(path), rules: context.rules), nil)
    }

    func insertion(
        _ text: [[UInt8]], _ side: Side, at position: NotePosition, in note: OpenNote
    ) throws -> TextInsertion {
        if side == .start, position == .body, let foreign = ForeignFrontMatter(note.bytes) {
            throw VaultError(
                note.path, "has \(foreign.format.rawValue) front matter, so the start of its text is not certain",
                help: "convert it to YAML between lines '---', or name a heading; nothing was changed")
        }
        if side == .before { return try .insertingLines(text, before: note.part(at: position), in: note) }
        if case .line = position {
            return try .blocks(text, at: side, ofLine: note.part(at: position), in: note, isRaw: options.isRaw)
        }
        if case .section(let path) = position, note.heading(path) == nil {
            guard options.createsHeading else {
                var error = note.missingHeading(path)
                error.help = [error.help, "to add it: --create-heading"].compactMap { $0 }.joined(separator: "; ")
                throw error
            }
            let (part, headings) = try newHeadings(path, in: note)
            return try .blocks(headings + [[]] + text, at: .end, of: part, in: note, isRaw: true)
        }
        return try .blocks(
            text, at: side, of: note.part(at: position), in: note, isRaw: options.isRaw, isSpaced: options.isSpaced)
    }

    /// Returns the lines of the headings of a path that do not exist, and the part of the note that they are added to.
    /// A heading is one level below the heading above it in the path, or below the title.
    private func newHeadings(_ path: String, in note: OpenNote) throws -> (part: NotePart, lines: [[UInt8]]) {
        let names = path.split(separator: "#").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        if names.isEmpty || names.contains("") { throw note.missingHeading(path) }
        var known = names.count - 1
        var parent: OpenHeading?
        while known > 0, parent == nil {
            parent = note.heading(names[..<known].joined(separator: "#"))
            if parent == nil { known -= 1 }
        }
        let part = try parent.map { note.part(below: $0) } ?? note.part(at: .body)
        // The body is below the heading of the title, if there is one.
        var level = parent?.level ?? (part.isBelowHeading ? note.headings.first?.level ?? 1 : 1)
        var lines: [[UInt8]] = []
        for name in names[known...] {
            if !lines.isEmpty { lines.append([]) }
            level += 1
            guard level <= 6 else {
                throw VaultError(
                    note.path, "cannot get the heading '\(name)': headings have at most 6 levels; nothing was changed")
            }
            lines.append(Array("\(String(repeating: "#", count: level)) \(name)".utf8))
        }
        return (part, lines)
    }
}

extension [UInt8] {
    /// Returns the places of a text in a range, from the start and without overlaps. None if the text is empty.
    fileprivate func ranges(of text: [UInt8], in range: Range<Int>) -> [Range<Int>] {
        guard let initial = text.first else { return [] }
        var found: [Range<Int>] = []
        var index = first(initial, from: range.lowerBound)
        while index + text.count <= range.upperBound {
            let isFound = holds(text, at: index)
            if isFound { found.append(index..<index + text.count) }
            index = first(initial, from: index + (isFound ? text.count : 1))
        }
        return found
    }
}

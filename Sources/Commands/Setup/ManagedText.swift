import SourceText
import System
import VaultFiles

/// A mark in a text that `slip setup` wrote to a file of the user, with a hash of the text. An unchanged text can be
/// updated and removed, and a changed one is left alone, without a record elsewhere.
struct ManagedMark {
    let hash: String
    /// The number of folders that were created for the text, plus one if the file was created too.
    let made: Int
    /// Whether the line before it had no line ending.
    let isOpen: Bool

    init(_ text: [UInt8], made: Int, isOpen: Bool = false) {
        hash = Self.hash(text)
        self.made = made
        self.isOpen = isOpen
    }

    /// Parses the mark, in parentheses, from a line.
    init?(line: Substring) {
        guard let begin = line.firstIndex(of: "("), let end = line[begin...].firstIndex(of: ")") else { return nil }
        let words = line[begin..<end].dropFirst().split(separator: " ")
        guard words.count >= 2, let made = Int(words[1]), made >= 0 else { return nil }
        hash = String(words[0])
        self.made = made
        isOpen = words.dropFirst(2).first == "open"
    }

    var text: String { "(\(hash) \(made)\(isOpen ? " open" : ""))" }

    func holds(_ text: [UInt8]) -> Bool { hash == Self.hash(text) }

    private static func hash(_ text: [UInt8]) -> String {
        String(UInt64(bitPattern: ContentHash.hash(text)), radix: 16)
    }
}

/// A text that `slip setup` writes to a file of the user, checks and removes. A text that the user has changed is left
/// alone. `make` does nothing unless the text is unset or outdated, and `remove` returns whether it removed anything.
protocol ManagedText {
    func state() throws -> SetupPart.PartState
    func make() throws
    func remove() throws -> Bool
    /// Returns the folders that `make` created, innermost first.
    func madeFolders() throws -> [[UInt8]]
}

extension SetupPart {
    /// Creates a part of several texts, written in order.
    init(_ name: String, place: String, lines: [String], texts: [any ManagedText]) {
        self.init(
            name: name, place: place, lines: lines,
            state: {
                let states = try texts.map { try $0.state() }
                // If any text can be written, the part can be made, even if others must be left alone.
                if let state = states.first(where: { $0 == .outdated || $0 == .unset }) { return state }
                return states.first { $0 != .set } ?? .set
            },
            make: { for text in texts { try text.make() } },
            remove: {
                let folders = try texts.flatMap { try $0.madeFolders() }
                var isRemoved = false
                for text in texts.reversed() where try text.remove() { isRemoved = true }
                // Folders that still contained other texts of this part when these were removed.
                for folder in folders.sorted(by: { $0.count > $1.count }) { Files.discardFolder(folder) }
                return isRemoved
            })
    }
}

/// A file that belongs to slip as a whole. Its last line is a comment with the mark.
struct ManagedFile: ManagedText {
    let path: [UInt8]
    let text: [UInt8]
    /// The start of a comment line.
    let comment: String
    /// The end of a comment line.
    var closing = ""

    private static let words = "Made by slip setup"

    func state() throws -> SetupPart.PartState {
        guard let bytes = try PersonalFiles.read(path) else { return .unset }
        guard let (own, mark) = split(bytes) else {
            let isOurs = String(decoding: bytes, as: UTF8.self).contains("\n\(comment) \(Self.words) (")
            return isOurs ? .changed : .other("another file '\(String(decoding: path, as: UTF8.self))' exists")
        }
        return !mark.holds(own) ? .changed : own == text ? .set : .outdated
    }

    func make() throws {
        let old = try PersonalFiles.read(path)
        guard try [.unset, .outdated].contains(state()) else { return }
        let made = try old.flatMap { split($0)?.mark.made } ?? PersonalFiles.makeFolders(for: path) + 1
        let mark = ManagedMark(text, made: made)
        let line = "\(comment) \(Self.words) \(mark.text); to remove it: slip setup --remove\(closing)\n"
        try PersonalFiles.write(path, text + Array(line.utf8))
    }

    func remove() throws -> Bool {
        guard let bytes = try PersonalFiles.read(path), let (own, mark) = split(bytes), mark.holds(own) else {
            return false
        }
        try PersonalFiles.remove(path, made: mark.made)
        return true
    }

    func madeFolders() throws -> [[UInt8]] {
        guard let bytes = try PersonalFiles.read(path), let (own, mark) = split(bytes), mark.holds(own) else {
            return []
        }
        return PersonalFiles.folders(of: path, made: mark.made)
    }

    private func split(_ bytes: [UInt8]) -> (text: [UInt8], mark: ManagedMark)? {
        guard bytes.last == Byte.newline else { return nil }
        let start = bytes.dropLast().lastIndex(of: Byte.newline).map { $0 + 1 } ?? 0
        let line = String(decoding: bytes[start...], as: UTF8.self)
        guard line.hasPrefix("\(comment) \(Self.words) "), let mark = ManagedMark(line: line[...]) else { return nil }
        return (Array(bytes[..<start]), mark)
    }
}

/// Lines that slip adds to a file of the user, between two comment lines. The first of these has the mark.
struct ManagedBlock: ManagedText {
    enum BlockPlace {
        /// At the end of the file.
        case end
        /// After the opening brace of an object in JSON with comments.
        case object
    }

    let path: [UInt8]
    let text: [UInt8]
    let comment: String
    var place = BlockPlace.end
    /// Words whose presence in the file means that the user has set it up manually.
    let rivals: [String]

    private var begin: String { "\(comment) Begin of slip setup" }
    private var end: String { "\(comment) End of slip setup" }

    func state() throws -> SetupPart.PartState {
        guard let bytes = try PersonalFiles.read(path) else { return .unset }
        if let block = block(in: bytes) {
            if addition(to: block, bytes)?.isEmpty == false { return .set }
            guard block.mark.holds(Array(bytes[block.text])) else { return .changed }
            return Array(bytes[block.text]) == body(bytes.removing(block.all)) ? .set : .outdated
        }
        let whole = Self.bare(String(decoding: bytes, as: UTF8.self))
        if let rival = rivals.first(where: { whole.contains(Self.bare($0)) }) {
            return .other("'\(String(decoding: path, as: UTF8.self))' already has '\(rival)'")
        }
        if place == .object, JSONObjectStart(bytes) == nil {
            return .other("'\(String(decoding: path, as: UTF8.self))' is not a JSON object")
        }
        return .unset
    }

    func make() throws {
        guard try [.unset, .outdated].contains(state()) else { return }
        var rest = try PersonalFiles.read(path)
        var made = 0
        if let bytes = rest, let block = block(in: bytes) {
            made = block.mark.made
            rest = without(block, bytes)
        } else if rest == nil {
            made = try PersonalFiles.makeFolders(for: path) + 1
        }
        let old = rest ?? empty
        let offset = place == .object ? JSONObjectStart(old)?.end ?? old.count : old.count
        let isOpen = offset > 0 && (place == .object || old[offset - 1] != Byte.newline)
        let body = body(old)
        let mark = ManagedMark(body, made: made, isOpen: isOpen)
        let block =
            (isOpen ? [Byte.newline] : []) + Array("\(begin) \(mark.text); to remove it: slip setup --remove\n".utf8)
            + body + Array("\(end)\n".utf8)
        // The text after the brace continues on a separate line, with its line ending if it has one.
        try PersonalFiles.write(path, Array(old[..<offset]) + block + Array(old[offset...]))
    }

    func remove() throws -> Bool {
        guard let bytes = try PersonalFiles.read(path), let block = block(in: bytes),
            block.mark.holds(Array(bytes[block.text])) || addition(to: block, bytes) != nil
        else { return false }
        let rest = without(block, bytes)
        if block.mark.made > 0, rest == empty {
            try PersonalFiles.remove(path, made: block.mark.made)
        } else {
            try PersonalFiles.write(path, rest)
        }
        return true
    }

    func madeFolders() throws -> [[UInt8]] {
        guard let bytes = try PersonalFiles.read(path), let block = block(in: bytes) else { return [] }
        return PersonalFiles.folders(of: path, made: block.mark.made)
    }

    /// The content of a file that is created for this block alone.
    private var empty: [UInt8] { place == .object ? Array("{}\n".utf8) : [] }

    /// Returns the lines to add to a file. In an object, they end with a comma if it has other members.
    ///
    /// - Parameter rest: the content of the file without the block.
    private func body(_ rest: [UInt8]) -> [UInt8] {
        guard place == .object, JSONObjectStart(rest)?.hasMembers == true else { return text }
        return Array(text.dropLast()) + Array(",\n".utf8)
    }

    private struct FoundBlock {
        var all: Range<Int>
        var text: Range<Int>
        var mark: ManagedMark
    }

    /// Returns a text without quotes and blanks, which users write differently.
    private static func bare(_ text: String) -> String { text.filter { !" \t'\"".contains($0) } }

    private func block(in bytes: [UInt8]) -> FoundBlock? {
        var start = 0
        var open: (start: Int, text: Int, mark: ManagedMark)?
        while start < bytes.count {
            let next = min(bytes.lineEnd(from: start) + 1, bytes.count)
            let line = String(decoding: bytes[start..<next], as: UTF8.self)
            // An editor may have changed the indentation.
            let words = line.drop { $0 == " " || $0 == "\t" }
            if words.hasPrefix(begin.drop { $0 == " " }), let mark = ManagedMark(line: words) {
                open = (start, next, mark)
            } else if words.hasPrefix(end.drop { $0 == " " }), let open {
                return FoundBlock(all: open.start..<next, text: open.text..<start, mark: open.mark)
            }
            start = next
        }
        return nil
    }

    private func without(_ block: FoundBlock, _ bytes: [UInt8]) -> [UInt8] {
        let start = block.all.lowerBound
        let foreign = addition(to: block, bytes) ?? []
        // Remove the line ending before the block only if nothing else was added there.
        let isClosing =
            place == .end ? block.all.upperBound == bytes.count : bytes.prefix(max(0, start - 1)).last == Self.brace
        let opens = block.mark.isOpen && start > 0 && bytes[start - 1] == Byte.newline && isClosing && foreign.isEmpty
        return Array(bytes[..<(opens ? start - 1 : start)]) + foreign + bytes[block.all.upperBound...]
    }

    private static let brace = UInt8(ascii: "{")

    /// Returns the text that an editor has added after the last line of the block in an object, where editors add new
    /// members. Empty if there is none. Returns nil if the lines of the block have changed or are not in an object.
    private func addition(to block: FoundBlock, _ bytes: [UInt8]) -> [UInt8]? {
        let inner = bytes[block.text]
        guard place == .object, inner.starts(with: text.dropLast()) else { return nil }
        let rest = inner.dropFirst(text.count - 1).drop { $0 == UInt8(ascii: ",") }
        return rest.allSatisfy { $0.isBlank || $0.isLineEnd } ? [] : Array(rest.drop(while: \.isLineEnd))
    }
}

extension [UInt8] {
    fileprivate func removing(_ range: Range<Int>) -> [UInt8] {
        Array(self[..<range.lowerBound] + self[range.upperBound...])
    }
}

/// The start of an object in JSON with comments, the format of editors' settings.
private struct JSONObjectStart {
    /// The offset after the opening brace.
    let end: Int
    let hasMembers: Bool

    init?(_ bytes: [UInt8]) {
        let plain = JSONWithComments.plain(bytes)
        guard let brace = plain.nextWord(from: 0), plain[brace] == Byte.leftBrace,
            let member = plain.nextWord(from: brace + 1)
        else { return nil }
        end = brace + 1
        hasMembers = plain[member] != Byte.rightBrace
    }
}

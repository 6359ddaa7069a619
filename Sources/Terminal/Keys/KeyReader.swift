/// A parser of the bytes that a terminal sends: keys, the mouse (SGR, mode 1006), pasted text (mode 2004) and replies.
///
/// Keys may come as xterm's control sequences, in the kitty keyboard protocol or with xterm's modifyOtherKeys. An escape
/// may be a key or the start of a sequence: only a pause distinguishes the two.
package struct KeyReader: Sendable {
    private var bytes: [UInt8] = []
    /// The text of an unfinished paste.
    private var pasted: [UInt8]?

    /// The time after which an unfinished sequence counts as complete, in milliseconds. It is longer than the pause between
    /// two bytes of a sequence, and shorter than the pause between two keys of the user.
    package static let sequenceTimeout = 30

    package init() {}

    /// Whether a sequence is unfinished.
    package var isWaiting: Bool { !bytes.isEmpty && pasted == nil }

    /// Parses new bytes after those of an unfinished sequence, and returns the complete events.
    ///
    /// - Parameters:
    ///   - new: the bytes, which may be empty if `isOver` is true.
    ///   - isOver: whether `sequenceTimeout` has passed without a byte, so that an unfinished sequence counts as
    ///     complete.
    /// - Complexity: O(bytes).
    package mutating func read(_ new: [UInt8], isOver: Bool = false) -> [TerminalEvent] {
        bytes += new
        var events: [TerminalEvent] = []
        var index = 0
        while index < bytes.count {
            if pasted != nil {
                let end = Self.find(Self.pasteEnd, in: bytes, from: index)
                // The last bytes may be the start of the end mark.
                let stop = end ?? max(index, bytes.count - Self.pasteEnd.count + 1)
                pasted?.append(contentsOf: bytes[index..<stop])
                index = stop
                guard end != nil else { break }
                index += Self.pasteEnd.count
                events.append(.paste(Self.text(pasted ?? [])))
                pasted = nil
                continue
            }
            guard let (event, next) = sequence(at: index, isOver: isOver) else { break }
            index = next
            if let event { events.append(event) }
        }
        bytes.removeFirst(index)
        return events
    }

    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    private static func find(_ wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count - start >= wanted.count else { return nil }
        return (start...(bytes.count - wanted.count)).first {
            bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted)
        }
    }

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    }

    /// Returns the event at `index` and its end; nil if it is unfinished. The event of an unknown sequence is nil.
    private mutating func sequence(at index: Int, isOver: Bool) -> (TerminalEvent?, Int)? {
        guard bytes[index] == 0x1B else { return character(at: index, isOver: isOver) }
        guard index + 1 < bytes.count else { return isOver ? (.key(Key(.escape)), index + 1) : nil }
        switch bytes[index + 1] {
        case UInt8(ascii: "["):
            if let found = controlSequence(at: index + 2) { return found }
        case UInt8(ascii: "O"):
            if index + 2 < bytes.count { return (Self.finalKey(bytes[index + 2], []).map { .key($0) }, index + 3) }
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"):
            if let found = string(at: index + 1) { return found }
        case 0x1B:
            // Escape twice, or Alt with a key that sends a sequence. Of three or more escapes, each is a key.
            if index + 2 < bytes.count, bytes[index + 2] == 0x1B { return (.key(Key(.escape)), index + 1) }
            guard let (event, next) = sequence(at: index + 1, isOver: isOver) else { return nil }
            if case .key(var key)? = event, next > index + 2 {
                key.modifiers.insert(.alt)
                return (.key(key), next)
            }
            return (.key(Key(.escape)), index + 1)
        default:
            guard let (event, next) = character(at: index + 1, isOver: isOver) else { return nil }
            guard case .key(var key)? = event else { return (event, next) }
            key.modifiers.insert(.alt)
            return (.key(key), next)
        }
        // After the timeout it is Alt with that letter.
        return isOver ? (.key(Key(Character(Unicode.Scalar(bytes[index + 1])), .alt)), index + 2) : nil
    }

    /// Parses a character. A control character becomes the key that types it.
    private func character(at index: Int, isOver: Bool) -> (TerminalEvent?, Int)? {
        let byte = bytes[index]
        switch byte {
        case 0x0D, 0x0A: return (.key(Key(.enter)), index + 1)
        case 0x09: return (.key(Key(.tab)), index + 1)
        case 0x7F, 0x08: return (.key(Key(.backspace, byte == 0x08 ? .control : [])), index + 1)
        case 0x00: return (.key(Key(" ", .control)), index + 1)
        case 0x01...0x1A: return (.key(Key(Character(Unicode.Scalar(byte + 0x60)), .control)), index + 1)
        case 0x1C...0x1F: return (.key(Key(Character(Unicode.Scalar(byte + 0x40)), .control)), index + 1)
        case 0x20..<0x7F: return (.key(Key(Character(Unicode.Scalar(byte)))), index + 1)
        default: break
        }
        let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
        guard byte >= 0xC2, byte < 0xF5 else { return (nil, index + 1) }
        guard index + length <= bytes.count else { return isOver ? (nil, bytes.count) : nil }
        guard let text = String(validating: bytes[index..<index + length], as: UTF8.self), let character = text.first
        else { return (nil, index + 1) }
        return (.key(Key(character)), index + length)
    }

    // MARK: Control sequences

    /// Parses `ESC [ parameters final`, from the index after the bracket. Returns the event and its end; nil if it is
    /// unfinished. The event is nil for an unknown or truncated sequence, the release of a key, an unexpected reply, and
    /// the start of a paste, which sets `pasted`.
    private mutating func controlSequence(at start: Int) -> (TerminalEvent?, Int)? {
        var end = start
        while end < bytes.count, !(0x40...0x7E).contains(bytes[end]) {
            // No sequence contains a control character, so this one was truncated.
            if bytes[end] < 0x20 { return (nil, end) }
            end += 1
        }
        guard end < bytes.count else { return nil }
        let final = bytes[end]
        var body = bytes[start..<end]
        let mark = body.first.flatMap { "<>?=".utf8.contains($0) ? $0 : nil }
        if mark != nil { body = body.dropFirst() }
        let numbers = body.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
            part.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
                .map { Self.number($0) }
        }
        func number(_ index: Int, _ inner: Int = 0) -> Int? {
            index < numbers.count && inner < numbers[index].count ? numbers[index][inner] : nil
        }
        if mark == UInt8(ascii: "<"), final == UInt8(ascii: "M") || final == UInt8(ascii: "m") {
            return (
                Self.mouse(number(0), column: number(1), row: number(2), isRelease: final == UInt8(ascii: "m")), end + 1
            )
        }
        if mark == UInt8(ascii: "?"), final == UInt8(ascii: "c") {
            return (.reply(.attributes(numbers.compactMap { $0.first.flatMap(\.self) })), end + 1)
        }
        // Replies to queries that are never sent.
        if mark != nil { return (nil, end + 1) }
        let modifiers = Key.Modifiers(rawValue: max(0, (number(1) ?? 1) - 1) & 0xF)
        // Only presses and repeats are keys (kitty's event types).
        if number(1, 1) == 3 { return (nil, end + 1) }
        switch final {
        case UInt8(ascii: "~"):
            if number(0) == 200 {
                pasted = []
                return (nil, end + 1)
            }
            if number(0) == 27, let code = number(2) { return (Self.coded(code, modifiers, shifted: nil), end + 1) }
            return (number(0).flatMap(Self.numberedKey).map { .key(Key($0, modifiers)) }, end + 1)
        case UInt8(ascii: "u"):
            return (number(0).flatMap { Self.coded($0, modifiers, shifted: number(0, 1)) }, end + 1)
        case UInt8(ascii: "t"):
            guard number(0) == 6, let height = number(1), let width = number(2) else { return (nil, end + 1) }
            return (.reply(.cell(width: width, height: height)), end + 1)
        case UInt8(ascii: "Z"): return (.key(Key(.tab, modifiers.union(.shift))), end + 1)
        default: return (Self.finalKey(final, modifiers).map { .key($0) }, end + 1)
        }
    }

    /// Returns the key of a final letter: xterm's cursor keys and first function keys. Returns nil for other letters.
    private static func finalKey(_ final: UInt8, _ modifiers: Key.Modifiers) -> Key? {
        let code: Key.Code? =
            switch final {
            case UInt8(ascii: "A"): .up
            case UInt8(ascii: "B"): .down
            case UInt8(ascii: "C"): .right
            case UInt8(ascii: "D"): .left
            case UInt8(ascii: "F"): .end
            case UInt8(ascii: "H"): .home
            case UInt8(ascii: "M"): .enter
            case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final - UInt8(ascii: "P")) + 1)
            default: nil
            }
        return code.map { Key($0, modifiers) }
    }

    /// Returns the key of a number: VT220's keys and those that xterm added. Returns nil for other numbers.
    private static func numberedKey(_ number: Int) -> Key.Code? {
        switch number {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23...24: .function(number - 12)
        default: nil
        }
    }

    /// Returns the key of a Unicode code point, as kitty and modifyOtherKeys send it. Returns nil for a key without a
    /// character.
    ///
    /// - Parameter shifted: the code point with Shift, if the terminal sends it.
    private static func coded(_ code: Int, _ modifiers: Key.Modifiers, shifted: Int?) -> TerminalEvent? {
        switch code {
        case 13, 57414: return .key(Key(.enter, modifiers))
        case 9: return .key(Key(.tab, modifiers))
        case 27: return .key(Key(.escape, modifiers))
        case 127, 8: return .key(Key(.backspace, modifiers))
        // Keys without a character, such as Caps Lock, have codes in the private use area.
        case 57344...: return nil
        default: break
        }
        let isShifted = modifiers.contains(.shift)
        guard let scalar = Unicode.Scalar(UInt32(clamping: isShifted ? shifted ?? code : code)), scalar.value >= 0x20
        else { return nil }
        var character = Character(scalar)
        let others = modifiers.subtracting(.shift)
        // With Ctrl and Alt, letters are lower case, as in xterm's control sequences.
        if !others.isEmpty { return .key(Key(Character(character.lowercased()), modifiers)) }
        if isShifted, shifted == nil, let upper = character.uppercased().first { character = upper }
        return .key(Key(character))
    }

    /// Returns the mouse event of a button number in SGR mode: 4, 8 and 16 are modifiers, 32 movement, 64 the wheel.
    /// Returns nil for movements and for other buttons than the first. `column` and `row` count from 1.
    private static func mouse(_ button: Int?, column: Int?, row: Int?, isRelease: Bool) -> TerminalEvent? {
        guard let button, let column, let row, column > 0, row > 0 else { return nil }
        var modifiers: Key.Modifiers = []
        if button & 4 != 0 { modifiers.insert(.shift) }
        if button & 8 != 0 { modifiers.insert(.alt) }
        if button & 16 != 0 { modifiers.insert(.control) }
        let action: TerminalEvent.Mouse.Action? =
            switch button & ~28 {
            case 64: .scrollUp
            case 65: .scrollDown
            case 0: isRelease ? .release : .press
            default: nil
            }
        return action.map { .mouse(TerminalEvent.Mouse($0, column: column - 1, row: row - 1, modifiers)) }
    }

    /// Returns the decimal number, reduced to 2²⁴ if it is larger. Returns nil for an empty text or one with other
    /// characters than digits.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return min(digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), 1 << 24) }, 1 << 24)
    }

    // MARK: Strings

    /// Parses `ESC ] … ST` and similar strings, from the index after the escape: replies to queries. Returns the event
    /// and its end; nil if it is unfinished. The event of an unknown string is nil.
    private func string(at start: Int) -> (TerminalEvent?, Int)? {
        var end = start + 1
        while end < bytes.count, bytes[end] != 0x07 {
            if bytes[end] == 0x1B { break }
            end += 1
        }
        guard end < bytes.count else { return nil }
        var next = end + 1
        if bytes[end] == 0x1B {
            guard end + 1 < bytes.count else { return nil }
            // An escape that is not part of the terminator starts a new sequence.
            next = bytes[end + 1] == UInt8(ascii: "\\") ? end + 2 : end
        }
        let text = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
        guard bytes[start] == UInt8(ascii: "]"), text.hasPrefix("11;rgb:") else { return (nil, next) }
        let parts = text.dropFirst(7).split(separator: "/").compactMap { part -> UInt8? in
            guard (1...4).contains(part.count), part.allSatisfy(\.isHexDigit), let value = Int(part, radix: 16) else {
                return nil
            }
            return UInt8(value * 255 / ((1 << (4 * part.count)) - 1))
        }
        guard parts.count == 3 else { return (nil, next) }
        return (.reply(.background(red: parts[0], green: parts[1], blue: parts[2])), next)
    }
}

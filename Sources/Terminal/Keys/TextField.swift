import SourceText

/// A line of text, edited with the keys of Emacs and readline.
package struct TextField: Hashable, Sendable {
    private struct SavedState: Hashable {
        var characters: [Character]
        var cursor: Int
    }

    private var characters: [Character]
    /// The index of the character after the cursor.
    package private(set) var cursor: Int
    private var earlier: [SavedState] = []
    /// The text that was cut last, for yank.
    private var killed: [Character] = []
    /// Whether the last key typed a character: undo reverts consecutive characters together.
    private var isWriting = false
    private var isKilling = false

    package init(_ text: String = "") {
        characters = Array(text)
        cursor = characters.count
    }

    package var text: String { String(characters) }

    package var isEmpty: Bool { characters.isEmpty }

    package var isAtEnd: Bool { cursor == characters.count }

    package var textBeforeCursor: String { String(characters[..<cursor]) }

    /// Replaces the text, and moves the cursor to its end.
    package mutating func replace(with text: String) {
        saveVersion()
        characters = Array(text)
        cursor = characters.count
    }

    /// Replaces the text before the cursor.
    package mutating func replaceBeforeCursor(with text: String) {
        saveVersion()
        let new = Array(text)
        characters.replaceSubrange(..<cursor, with: new)
        cursor = new.count
    }

    package mutating func move(to cursor: Int) { self.cursor = max(0, min(cursor, characters.count)) }

    /// Inserts text at the cursor, as one line and without control characters.
    package mutating func insert(_ text: String) {
        let line = text.map { $0.isNewline || $0 == "\t" ? " " : $0 }.filter { character in
            character.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        }
        if line.isEmpty { return }
        if !isWriting || line.count > 1 || line == [" "] { saveVersion() }
        // A combining mark joins the letter before it, so characters are counted again.
        let before = Array(String(characters[..<cursor]) + String(line))
        characters = before + characters[cursor...]
        cursor = before.count
        isWriting = line.count == 1
    }

    private mutating func saveVersion() {
        let version = SavedState(characters: characters, cursor: cursor)
        if earlier.last != version { earlier.append(version) }
        if earlier.count > Self.maximumVersions { earlier.removeFirst() }
        isWriting = false
    }

    private static let maximumVersions = 200

    /// Edits the text with a key. Returns false if the key has no meaning here.
    package mutating func edit(_ key: Key) -> Bool {
        let killing = isKilling
        isKilling = false
        if let character = key.text {
            insert(String(character))
            return true
        }
        defer { if !killing || !isKilling { isWriting = false } }
        guard let action = Self.actions[key] else { return false }
        switch action {
        case .back: move(to: cursor - 1)
        case .forward: move(to: cursor + 1)
        case .wordBack: cursor = wordStart
        case .wordForward: cursor = wordEnd
        case .start: cursor = 0
        case .end: cursor = characters.count
        case .deleteBack: delete(max(0, cursor - 1)..<cursor)
        case .deleteForward: delete(cursor..<min(cursor + 1, characters.count))
        case .killWordBack: kill(wordStart..<cursor, joins: killing)
        case .killSpacedWordBack: kill(spacedWordStart..<cursor, joins: killing)
        case .killWordForward: kill(cursor..<wordEnd, joins: killing)
        case .killToStart: kill(0..<cursor, joins: killing)
        case .killToEnd: kill(cursor..<characters.count, joins: killing)
        case .yank: if !killed.isEmpty { insert(String(killed)) }
        case .transpose: transpose()
        case .undo:
            guard let version = earlier.popLast() else { return true }
            (characters, cursor) = (version.characters, version.cursor)
        }
        return true
    }

    private enum EditAction {
        case back, forward, wordBack, wordForward, start, end, deleteBack, deleteForward
        case killWordBack, killSpacedWordBack, killWordForward, killToStart, killToEnd, yank, transpose, undo
    }

    private static let actions: [Key: EditAction] = [
        Key("b", .control): .back, Key(.left): .back, Key("f", .control): .forward, Key(.right): .forward,
        Key("b", .alt): .wordBack, Key(.left, .control): .wordBack, Key("f", .alt): .wordForward,
        Key(.right, .control): .wordForward, Key("a", .control): .start, Key(.home): .start, Key("e", .control): .end,
        Key(.end): .end, Key(.backspace): .deleteBack, Key("h", .control): .deleteBack,
        Key(.backspace, .shift): .deleteBack, Key(.delete): .deleteForward,
        Key("d", .control): .deleteForward, Key(.backspace, .alt): .killWordBack,
        Key(.backspace, .control): .killWordBack, Key("w", .control): .killSpacedWordBack,
        Key("d", .alt): .killWordForward, Key(.delete, .control): .killWordForward, Key("u", .control): .killToStart,
        Key("k", .control): .killToEnd, Key("v", .control): .yank, Key("t", .control): .transpose,
        Key("_", .control): .undo, Key("z", .control): .undo,
    ]

    private mutating func delete(_ range: Range<Int>) {
        if range.isEmpty { return }
        saveVersion()
        characters.removeSubrange(range)
        cursor = range.lowerBound
    }

    /// Cuts a range, which yank can insert again.
    ///
    /// - Parameter joins: whether the previous key cut text too, to which this text is added.
    private mutating func kill(_ range: Range<Int>, joins: Bool) {
        if range.isEmpty { return }
        let part = Array(characters[range])
        let isBefore = range.upperBound == cursor && !part.isEmpty
        killed = !joins ? part : isBefore ? part + killed : killed + part
        delete(range)
        isKilling = true
    }

    private mutating func transpose() {
        guard characters.count > 1, cursor > 0 else { return }
        saveVersion()
        let second = min(cursor, characters.count - 1)
        characters.swapAt(second - 1, second)
        cursor = second + 1
    }

    private static func isWordPart(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    private var wordStart: Int {
        var index = cursor
        while index > 0, !Self.isWordPart(characters[index - 1]) { index -= 1 }
        while index > 0, Self.isWordPart(characters[index - 1]) { index -= 1 }
        return index
    }

    private var wordEnd: Int {
        var index = cursor
        while index < characters.count, !Self.isWordPart(characters[index]) { index += 1 }
        while index < characters.count, Self.isWordPart(characters[index]) { index += 1 }
        return index
    }

    private var spacedWordStart: Int {
        var index = cursor
        while index > 0, characters[index - 1].isWhitespace { index -= 1 }
        while index > 0, !characters[index - 1].isWhitespace { index -= 1 }
        return index
    }

    /// Returns the part of the text around the cursor that fits in `width` columns.
    ///
    /// - Returns: that part, the index of its first character, the number of UTF-8 bytes before it, and the column of
    ///   the cursor in the part, from 0.
    package func window(_ width: Int) -> (text: String, start: Int, bytesBefore: Int, cursorColumn: Int) {
        let widths = characters.map { TextWidth.columns($0) }
        var start = 0
        var used = widths[..<cursor].reduce(0, +)
        // One column is for the cursor after the last character.
        while used > max(0, width - 1), start < cursor {
            used -= widths[start]
            start += 1
        }
        var end = start
        var columns = 0
        while end < characters.count, columns + widths[end] <= width {
            columns += widths[end]
            end += 1
        }
        let bytesBefore = characters[..<start].reduce(0) { $0 + $1.utf8.count }
        return (characters[start..<end].map(String.init).joined(), start, bytesBefore, used)
    }
}

import SourceText

/// A merge of the changes that two sides made in one unit.
struct WordMerge {
    enum Separation {
        /// At least one unchanged word is between the changes of both sides.
        case word
        /// Both sides changed other sentences besides.
        case sentence
    }

    /// The merged text.
    let bytes: [UInt8]
    /// Whether each side changed words, rather than white space and markers only.
    let changesWords: (ours: Bool, theirs: Bool)
    /// Whether a check box or a property of a task changed.
    let changesTask: Bool

    /// Fails if the changes cannot be separated.
    init?(base: UnitWords, ours: UnitWords, theirs: UnitWords, by separation: Separation) {
        // A check box that one side adds or removes does not change what is a property.
        let isTask = ![base, ours, theirs].allSatisfy(\.box.isEmpty)
        let (base, ours, theirs) = isTask ? (base.asTask, ours.asTask, theirs.asTask) : (base, ours, theirs)
        let left = SequenceDifference.changes(from: base.words.map(\.text), to: ours.words.map(\.text))
        let right = SequenceDifference.changes(from: base.words.map(\.text), to: theirs.words.map(\.text))
        guard
            let marker = Self.marker(base: base.marker, ours: ours.marker, theirs: theirs.marker),
            let box = Merge3.value(base: base.box, ours: ours.box, theirs: theirs.box),
            let properties = Self.properties(base: base.properties, ours: ours.properties, theirs: theirs.properties),
            let words = Self.words(base, ours: (ours, left), theirs: (theirs, right), by: separation)
        else { return nil }
        var merged = ours
        merged.marker = marker
        merged.box = box
        merged.words = words
        merged.properties = properties
        merged.end = Merge3.value(base: base.end, ours: ours.end, theirs: theirs.end) ?? ours.end
        bytes = merged.bytes
        func texts(_ properties: [[UnitWords.Word]]) -> [[[UInt8]]] { properties.map { $0.map(\.text) } }
        changesTask =
            box != base.box || texts(ours.properties) != texts(base.properties)
            || texts(theirs.properties) != texts(base.properties)
        changesWords = (!left.isEmpty, !right.isEmpty)
    }

    /// Returns the marker of the side that changed it. If both only renumbered the item, the list is renumbered later.
    private static func marker(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> [UInt8]? {
        if let marker = Merge3.value(base: base, ours: ours, theirs: theirs) { return marker }
        func withoutNumber(_ marker: [UInt8]) -> [UInt8] { marker.filter { !$0.isDigit } }
        return Merge3.value(base: withoutNumber(base), ours: withoutNumber(ours), theirs: withoutNumber(theirs))
            == withoutNumber(ours)
            ? ours : nil
    }

    /// Returns the words with the changes of both sides, or nil if these are not separated.
    private static func words(
        _ base: UnitWords, ours: (words: UnitWords, changes: [SequenceDifference.Change]),
        theirs: (words: UnitWords, changes: [SequenceDifference.Change]),
        by separation: Separation
    ) -> [UnitWords.Word]? {
        let common = ours.changes.filter { change in
            theirs.changes.contains {
                $0.old == change.old
                    && ours.words.words[change.new].map(\.text) == theirs.words.words[$0.new].map(\.text)
            }
        }
        let left = ours.changes.filter { !common.contains($0) }
        let right = theirs.changes.filter { change in !common.contains { $0.old == change.old } }
        guard areSeparated(left, right) else { return nil }
        if case .sentence = separation, !left.isEmpty, !right.isEmpty {
            let sentences = Sentences(base.words)
            guard sentences.touched(by: left, ours.words).isDisjoint(with: sentences.touched(by: right, theirs.words))
            else { return nil }
        }
        return joined(base, ours: ours, theirs: (theirs.words, right), spaces: theirs)
    }

    private static func areSeparated(_ left: [SequenceDifference.Change], _ right: [SequenceDifference.Change]) -> Bool
    {
        left.allSatisfy { change in
            right.allSatisfy { $0.old.lowerBound > change.old.upperBound || $0.old.upperBound < change.old.lowerBound }
        }
    }

    /// Returns our words with their changes. The white space before an unchanged word is that of the side which
    /// changed it.
    private static func joined(
        _ base: UnitWords, ours: (words: UnitWords, changes: [SequenceDifference.Change]),
        theirs: (words: UnitWords, changes: [SequenceDifference.Change]),
        spaces: (words: UnitWords, changes: [SequenceDifference.Change])
    ) -> [UnitWords.Word] {
        let ourPlaces = SequenceDifference.places(of: base.words.count, ours.changes)
        let theirPlaces = SequenceDifference.places(of: base.words.count, spaces.changes)
        var words: [UnitWords.Word] = []
        for index in 0...base.words.count {
            for change in ours.changes where change.old.lowerBound == index { words += ours.words.words[change.new] }
            for change in theirs.changes where change.old.lowerBound == index {
                words += theirs.words.words[change.new]
            }
            guard index < base.words.count, let our = ourPlaces[index], let their = theirPlaces[index] else { continue }
            let (old, own, other) = (base.words[index], ours.words.words[our], theirs.words.words[their])
            words.append(
                UnitWords.Word(
                    space: Merge3.value(base: old.space, ours: own.space, theirs: other.space) ?? own.space,
                    text: old.text))
        }
        return words
    }

    /// Merges the properties of a task by their names, in our order.
    private static func properties(
        base: [[UnitWords.Word]], ours: [[UnitWords.Word]], theirs: [[UnitWords.Word]]
    ) -> [[UnitWords.Word]]? {
        func find(_ wanted: [UInt8], _ side: [[UnitWords.Word]]) -> [UnitWords.Word]? {
            side.first { UnitWords.name($0) == wanted }
        }
        let all = ours + theirs.filter { find(UnitWords.name($0), ours) == nil }
        guard Set(ours.map(UnitWords.name)).count == ours.count, Set(theirs.map(UnitWords.name)).count == theirs.count
        else {
            return ours.map { $0.map(\.text) } == theirs.map { $0.map(\.text) } ? ours : nil
        }
        var merged: [[UnitWords.Word]] = []
        for property in all {
            let sides = [base, ours, theirs].map { find(UnitWords.name(property), $0) }
            let texts = sides.map { $0?.map(\.text) }
            guard let text = Merge3.value(base: texts[0], ours: texts[1], theirs: texts[2]) else { return nil }
            if text == nil { continue }
            if let kept = text == texts[1] ? sides[1] : sides[2] { merged.append(kept) }
        }
        // The identifier of a block counts only at the end of the line.
        let ends = [ours, theirs].compactMap { $0.last.map(UnitWords.name) }.filter { $0.first == Byte.caret }
        let isLast = { (property: [UnitWords.Word]) in ends.contains(UnitWords.name(property)) }
        let last = merged.filter(isLast)
        return last.count > 1 ? nil : merged.filter { !isLast($0) } + last
    }
}

/// The sentence of each word of a paragraph.
private struct Sentences {
    private let numbers: [Int]
    private let words: [UnitWords.Word]

    init(_ words: [UnitWords.Word]) {
        self.words = words
        var numbers: [Int] = []
        var number = 0
        for word in words {
            numbers.append(number)
            if word.endsSentence { number += 1 }
        }
        self.numbers = numbers
    }

    /// Returns the sentences that changes touch. A new sentence between two others touches neither.
    func touched(by changes: [SequenceDifference.Change], _ side: UnitWords) -> Set<Int> {
        var touched: Set<Int> = []
        for change in changes {
            for index in change.old { touched.insert(numbers[index]) }
            guard change.old.isEmpty else { continue }
            let index = change.old.lowerBound
            if index > 0, !words[index - 1].endsSentence {
                touched.insert(numbers[index - 1])
            } else if let last = side.words[change.new].last, !last.endsSentence, index < numbers.count {
                touched.insert(numbers[index])
            }
        }
        return touched
    }
}

/// The rule of every merge of three versions of a value.
enum Merge3 {
    /// Returns the value of the side that changed it, or nil if both changed it differently.
    static func value<Value: Equatable>(base: Value, ours: Value, theirs: Value) -> Value? {
        if ours == theirs || theirs == base { return ours }
        return ours == base ? theirs : nil
    }
}

extension SequenceDifference {
    /// Returns the new place of each of the old elements, or nil for a changed one.
    static func places(of count: Int, _ changes: [Change]) -> [Int?] {
        var places = [Int?](repeating: nil, count: count)
        var (old, new) = (0, 0)
        for change in changes + [Change(old: count..<count, new: 0..<0)] {
            while old < change.old.lowerBound {
                places[old] = new
                (old, new) = (old + 1, new + 1)
            }
            (old, new) = (change.old.upperBound, change.new.upperBound)
        }
        return places
    }
}

import SourceText

/// The times and dates with which entries of logs and journals start.
enum EntryTime {
    /// Returns the time or date at the start of a text in a form that sorts, or nil.
    static func text(_ words: [UnitWords.Word]) -> String? {
        guard let first = words.first(where: { !$0.text.allSatisfy { "#|".utf8.contains($0) } }) else { return nil }
        let marks = "*_[](){}`:,.".utf8
        var word = Array(first.text.drop { marks.contains($0) })
        while let last = word.last, marks.contains(last) { word.removeLast() }
        let pattern = String(decoding: word.map { $0.isDigit ? UInt8(ascii: "9") : $0 }, as: UTF8.self)
        let value = String(decoding: word, as: UTF8.self)
        switch pattern {
        case "9:99", "9:99:99": return "0" + value
        case "99:99", "99:99:99", "9999-99-99", "9999-99-99T99:99", "9999-99-99T99:99:99": return value
        default: return nil
        }
    }

    /// Returns the order of the times of both sides: ascending or descending. Returns nil if a side has none, or if the
    /// notations differ.
    static func order(_ ours: [String], _ theirs: [String]) -> ((String, String) -> Bool)? {
        // Times of another notation cannot be compared.
        guard Set((ours + theirs).map(\.count)).count == 1 else { return nil }
        func isOrdered(_ comesBefore: (String, String) -> Bool) -> Bool {
            [ours, theirs].allSatisfy { zip($0, $0.dropFirst()).allSatisfy { !comesBefore($1, $0) } }
        }
        if isOrdered(<) { return { $0 < $1 } }
        return isOrdered(>) ? { $0 > $1 } : nil
    }
}

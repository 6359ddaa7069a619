package import SourceText

extension DateText {
    /// Parses the date at the start of a file name: `2024-03-27`, `20240327`, or a local timestamp of 12 or 14 digits.
    /// Returns nil if the name starts with no date or with a longer run of digits.
    package init?(fileName: String) {
        let bytes = Array(fileName.utf8)
        let digits = bytes.prefix { $0.isDigit }.count
        func part(_ from: Int, _ count: Int) -> String { bytes.text(from..<from + count) }
        let text: String
        switch digits {
        case 4:
            guard bytes.count >= 10, bytes.count == 10 || !bytes[10].isDigit else { return nil }
            text = part(0, 10)
        case 8: text = "\(part(0, 4))-\(part(4, 2))-\(part(6, 2))"
        case 12, 14:
            let seconds = digits == 14 ? ":\(part(12, 2))" : ""
            text = "\(part(0, 4))-\(part(4, 2))-\(part(6, 2))T\(part(8, 2)):\(part(10, 2))\(seconds)"
        default: return nil
        }
        guard let date = DateText(text), date.precision >= .day else { return nil }
        self = date
    }
}

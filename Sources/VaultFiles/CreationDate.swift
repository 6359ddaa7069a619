package import SourceText
import System

/// When a note was made that does not say so itself, as a file that took another's place remembers it: an extended
/// attribute with the moment in UTC, to the microsecond.
package enum CreationDate {
    package static let attribute = "user.slipbox.created"

    package static func bytes(_ moment: Moment) -> [UInt8] {
        let fraction = ((moment.microseconds % 1_000_000) + 1_000_000) % 1_000_000
        let digits = String(fraction)
        let padding = String(repeating: "0", count: 6 - digits.count)
        return Array("\(moment.rfc3339.dropLast()).\(padding)\(digits)Z".utf8)
    }

    /// What the file at `path` remembers, in nanoseconds since 1970.
    package static func of(_ path: [UInt8]) -> Int64? {
        guard let moment = Files.attribute(attribute, of: path).flatMap({ moment($0) }) else { return nil }
        let (nanoseconds, overflow) = moment.microseconds.multipliedReportingOverflow(by: 1000)
        // Nanoseconds reach the year 2262; nothing was made after that.
        return overflow ? nil : nanoseconds
    }

    /// Nil where the bytes are no moment with a zone: others may write that attribute too.
    static func moment(_ bytes: [UInt8]) -> Moment? {
        guard let date = DateText(String(decoding: bytes, as: UTF8.self)), date.offset != nil else { return nil }
        return date.moment(in: .utc)
    }
}

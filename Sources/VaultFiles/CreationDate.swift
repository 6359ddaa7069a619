package import SourceText
import System

/// The creation date of a note whose front matter has none. It would be lost when a change replaces the note's file by
/// a new one. The new file therefore keeps it in an extended attribute, in UTC, to the microsecond.
package enum CreationDate {
    package static let attribute = "user.slipbox.created"

    package static func bytes(_ moment: Moment) -> [UInt8] {
        let fraction = ((moment.microseconds % 1_000_000) + 1_000_000) % 1_000_000
        return Array("\(moment.rfc3339.dropLast()).\(String(fraction, width: 6))Z".utf8)
    }

    /// Returns the creation date kept in the attribute of the file at `path`, in nanoseconds since 1970. Nil if there
    /// is none, or it is invalid.
    package static func of(_ path: [UInt8]) -> Int64? {
        guard let moment = Files.attribute(attribute, of: path).flatMap({ moment($0) }) else { return nil }
        let (nanoseconds, overflow) = moment.microseconds.multipliedReportingOverflow(by: 1000)
        // Nanoseconds in 64 bits end in the year 2262. Later dates are invalid.
        return overflow ? nil : nanoseconds
    }

    /// Returns nil if the bytes are not a date with a zone: other programs may write that attribute too.
    static func moment(_ bytes: [UInt8]) -> Moment? {
        guard let date = DateText(String(decoding: bytes, as: UTF8.self)), date.offset != nil else { return nil }
        return date.moment(in: .utc)
    }
}

import QueryLanguage
package import Searching
package import SourceText

/// A note that a text is added to: an existing one, or a daily note, which is created if needed.
package enum CaptureTarget: Hashable, Sendable {
    case note(VaultPath)
    case day(CivilTime)

    /// Returns the note that a PLACE names and the position in it, or nil if no reading of the PLACE names a note. A
    /// path comes first, then a daily note, then any other name; and of several readings, the one with the longest
    /// name.
    ///
    /// - Parameters:
    ///   - path: returns the note at a path.
    ///   - name: returns the note with another name.
    package static func find(
        _ place: [UInt8], in snapshot: VaultSnapshot, path: ([UInt8]) throws -> VaultPath?,
        name: ([UInt8]) throws -> VaultPath?
    ) rethrows -> (target: CaptureTarget, position: NotePosition)? {
        let readings = NotePosition.readings(of: place)
        for reading in readings {
            if let note = try path(reading.name) { return (.note(note), reading.position) }
        }
        let today = snapshot.calendar.civil(snapshot.now)
        for reading in readings {
            let text = String(decoding: reading.name, as: UTF8.self)
            if let day = DayWords.dailyNote(text, today: today) { return (.day(day), reading.position) }
        }
        for reading in readings {
            if let note = try name(reading.name) { return (.note(note), reading.position) }
        }
        return nil
    }
}

import Searching
import SourceText

/// Days with their numbers of notes, as JSON.
enum DayJSON {
    static func write(_ counts: [DayCount], to json: inout JSONWriter) {
        json.objects(counts) { count, json in
            json.field("day", count.day.dayText)
            json.field("notes", count.notes)
        }
    }
}

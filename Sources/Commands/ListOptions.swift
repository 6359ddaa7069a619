import Arguments
import Rendering
import SourceText

/// The options of commands that list names with counts.
struct ListOptions: Sendable {
    var format: ListFormat?
    var order: ListOrder?

    static let options: [Option<ListOptions>] = [
        .value("format", short: "f", "FORMAT", \.format, "Set the output format (default: text)."),
        .value("sort", "KEY", \.order, "Sort by name or count, with + or - for the direction (default: name)."),
    ]

    /// Prints things as a list, or with `--format json` as an array of objects. For an empty list, prints the notice
    /// `empty` and sets exit status 1.
    ///
    /// - Parameters:
    ///   - cells: returns the cells of a thing, one for each column of `heading`.
    ///   - members: writes the members of a thing's object.
    func print<Thing>(
        _ things: [Thing], _ context: CommandContext, heading: [String], empty: String,
        cells: (Thing) -> [Listing.Cell], members: (Thing, inout JSONWriter) -> Void
    ) throws {
        if things.isEmpty {
            context.status = 1
            context.notice(SafeText.escaped(empty))
        }
        if format == .json {
            var json = JSONWriter()
            json.objects(things, members)
            return try context.print(json.text)
        }
        context.page()
        var listing = Listing(heading)
        for thing in things { listing.add(cells(thing)) }
        for line in listing.lines(context.style, isTerminal: context.host.outputIsTerminal) { try context.print(line) }
    }
}

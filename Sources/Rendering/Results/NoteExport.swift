package import QueryLanguage
package import Searching
import SourceText

/// Notes with their text, as records for other programs.
package struct NoteExport {
    private let around: RenderingContext
    private let isTable: Bool
    private let columns: [Column]

    /// - Parameters:
    ///   - properties: the front matter keys that have a column in a table.
    ///   - namesVaults: whether a table has a column with the vault.
    package init(_ around: RenderingContext, properties: [String], isTable: Bool, namesVaults: Bool = false) {
        self.around = around
        self.isTable = isTable
        columns =
            (namesVaults ? [Column(.vault)] : []) + Table.columns + properties.sorted().map { Column(property: $0) }
    }

    /// The first row of a table, or nil for other formats.
    package var heading: [UInt8]? {
        if !isTable { return nil }
        return Table.csv(columns.map { Array($0.name.utf8) } + [Array("body".utf8)], isShown: around.isTerminal)
    }

    package func record(_ hit: NoteHit, _ details: NoteDetails) -> [UInt8] {
        if isTable {
            let row = ResultRow(hit)
            return Table.csv(
                columns.map { $0.bytes(row, around) } + [Array(details.body.utf8)], isShown: around.isTerminal)
        }
        var json = JSONWriter()
        NoteJSON.write(hit, nil, details: details, to: &json)
        return json.drain() + [Byte.newline]
    }
}

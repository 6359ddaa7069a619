import SQLite
import SourceText
import Testing

@testable import SearchIndex

@Suite struct SchemaTests {
    @Test func `the version was raised with the tables`() {
        // Tables that change need another version, since an index of the old ones would be read as a new one: raise
        // `Schema.version`, then put both numbers here.
        let hash = ContentHash.hash(Array((Schema.tables + Schema.indexes).utf8))
        #expect((Schema.version, hash) == (43, 860_602_681_565_922_815))
    }

    @Test func `every column says what it holds or is named for it, and every kind is an enumeration's`() throws {
        let connection = try Connection(Array(":memory:".utf8), .create)
        try connection.execute(Schema.tables + Schema.indexes)
        for line in Schema.tables.split(separator: "\n") where line.contains(" kind ") || line.contains(" state ") {
            #expect(line.contains("-- ") && (line.contains("Kind") || line.contains("State")), "\(line)")
        }
        #expect(IndexDatabase.hasOwnTables(connection))
        try connection.execute("DROP INDEX link_target")
        #expect(!IndexDatabase.hasOwnTables(connection))
    }
}

import SQLite
import TestSupport
import Testing

struct LimitedFormatTests {
    @Test(arguments: [
        "'%5.2f|%-6s|%06d|%x', 3.14159, 'ab', 42, 255", "'%*d|%.*f|%%', 6, 7, 2, 1.005",
        "'%,d %+d %s', 1234567, 5, NULL",
        "'%.3c|%q|%Q|%w', 'x', 'it''s', 'it''s', 'a\"b'", "'%-*s|', 4, 'é'", "'%', 1", "NULL, 1", "5",
        "'%!5.2s|%lld', 'äöü', 7", "'%*.*s', -7, 2, 'abc'", "'%d'", "'%.10c%.*c', 'a', 3, 'b'",
    ])
    func `a format within the limits has the result of SQLite`(values: String) throws {
        let (plain, limited) = (try Connection([], .plain), try Connection([], .plain))
        try LimitedFormat.add(to: limited, largest: 1000)
        let wanted = try plain.first("SELECT format(\(values))") { $0.value(0) }
        #expect(try limited.first("SELECT format(\(values))") { $0.value(0) } == wanted)
        #expect(try limited.first("SELECT printf(\(values))") { $0.value(0) } == wanted)
    }
}

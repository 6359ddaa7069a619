import CSQLite
import Foundation
import SourceText
import TestSupport
import Testing

@testable import SQLite

@Suite struct PageSumTests {
    /// A database of some two hundred pages, and what is in it.
    private func database() throws -> (vault: TemporaryVault, path: [UInt8], rows: [String]) {
        let vault = try TemporaryVault([String: String]())
        let path = Array(vault.full(VaultPath("made.db")).utf8)
        let connection = try Connection(path, .create)
        try connection.execute("PRAGMA journal_mode = OFF; CREATE TABLE t(id INTEGER PRIMARY KEY, x); BEGIN")
        for row in 0..<400 {
            let text = String(repeating: "row \(row) ", count: row % 7 == 0 ? 900 : 60)
            try connection.run("INSERT INTO t(x) VALUES(?1)", [.text(Array(text.utf8))])
        }
        try connection.execute("COMMIT")
        return (vault, path, try rows(path))
    }

    private func rows(_ path: [UInt8]) throws -> [String] {
        try Connection(path, .readWrite).all("SELECT id || x FROM t ORDER BY id") { $0.text(0) }
    }

    @Test func `a changed byte anywhere is detected as corruption`() throws {
        let (vault, path, wanted) = try database()
        let whole = try #require(vault.read(VaultPath("made.db")))
        #expect(whole.count > 150 * 4096 && whole.count % 4096 == 0 && wanted.count == 400)
        var random = FixedGenerator(1)
        let places =
            Array(0..<100)
            + (0..<1000).map { _ in Int.random(in: 0..<whole.count, using: &random) }
            + (0..<64).map { whole.count - 1 - $0 }
        for place in places {
            var bytes = whole
            bytes[place] ^= UInt8.random(in: 1...255, using: &random)
            try vault.write(VaultPath("made.db"), bytes)
            let error = #expect(throws: SQLiteError.self, "byte \(place)") { try rows(path) }
            #expect(error?.isDamage == true, "byte \(place): \(String(describing: error))")
        }
        try vault.write(VaultPath("made.db"), whole)
        #expect(try rows(path) == wanted)
    }

    @Test func `a page in another's place is damage`() throws {
        let (vault, path, _) = try database()
        let whole = try #require(vault.read(VaultPath("made.db")))
        for (from, to) in [(20, 21), (21, 20), (100, 7)] {
            var bytes = whole
            bytes.replaceSubrange(to * 4096..<(to + 1) * 4096, with: whole[from * 4096..<(from + 1) * 4096])
            try vault.write(VaultPath("made.db"), bytes)
            let error = #expect(throws: SQLiteError.self) { try rows(path) }
            #expect(error?.isDamage == true)
        }
    }

    @Test func `truncation of an open file is detected as corruption`() throws {
        let (vault, path, _) = try database()
        let connection = try Connection(path, .readWrite)
        _ = try connection.first("SELECT x FROM t") { $0.text(0) }
        let whole = try #require(vault.read(VaultPath("made.db")))
        try vault.write(VaultPath("made.db"), Array(whole.dropLast(4096)))
        let error = #expect(throws: SQLiteError.self) { try rows(path) }
        #expect(error?.isDamage == true)
        let open = #expect(throws: SQLiteError.self) { _ = try connection.all("SELECT x FROM t") { $0.text(0) } }
        #expect(open?.isDamage == true)
    }

    /// As newer versions of SQLite ask for texts of many pages.
    @Test func `reading a part of a page verifies the whole page`() throws {
        let (vault, path, _) = try database()
        let connection = try Connection(path, .readWrite)
        var whole = try #require(vault.read(VaultPath("made.db")))
        func part(_ offset: Int, _ count: Int) -> (code: Int32, bytes: [UInt8]) {
            var file: UnsafeMutablePointer<sqlite3_file>?
            var bytes = [UInt8](repeating: 0, count: count)
            unsafe sqlite3_file_control(connection.handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
            let code = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe file?.pointee.pMethods.pointee.xRead(file, buffer.baseAddress, Int32(count), Int64(offset)) ?? -1
            }
            return (code, bytes)
        }
        for (offset, count) in [(5 * 4096 + 4, 4084), (5 * 4096 + 4, 30), (7 * 4096, 4088), (24, 16), (0, 100)] {
            let (code, bytes) = part(offset, count)
            #expect(code == SQLITE_OK && bytes == Array(whole[offset..<offset + count]), "\(offset), \(count)")
        }
        #expect(part(5 * 4096 + 100, 4096).code == SQLiteError.wrongChecksum)
        whole[5 * 4096 + 3000] ^= 1
        try vault.write(VaultPath("made.db"), whole)
        #expect(part(5 * 4096 + 4, 30).code == SQLiteError.wrongChecksum)
    }

    @Test func `pages written through a journal have checksums`() throws {
        let (vault, path, wanted) = try database()
        do {
            let connection = try Connection(path, .readWrite)
            try connection.execute("PRAGMA journal_mode = WAL; UPDATE t SET x = x || 'more'")
            try connection.checkpoint()
        }
        #expect(try rows(path) == wanted.map { $0 + "more" })
        // A transaction larger than the cache writes pages into the journal that it reads again.
        let connection = try Connection(path, .readWrite)
        try connection.execute("PRAGMA cache_size = 10; BEGIN")
        for round in 0..<3 { try connection.execute("UPDATE t SET x = x || '\(round)'") }
        try connection.execute("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")
        #expect(try rows(path) == wanted.map { $0 + "more012" })
        #expect(try connection.all("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
        // Which is there as long as it is named.
        #expect(vault.exists("made.db"))
    }

    @Test func `every bit of a page and its number count`() {
        var random = FixedGenerator(2)
        var page = (0..<4096).map { _ in UInt8.random(in: 0...255, using: &random) }
        func sum(_ number: Int64 = 5) -> UInt64 {
            unsafe page.withUnsafeBytes { bytes in
                unsafe bytes.baseAddress.map { unsafe PageSum.of($0, number: number) } ?? 0
            }
        }
        var seen: Set<UInt64> = [sum(), sum(4), sum(6)]
        for bit in 0..<8 * 4088 {
            page[bit / 8] ^= 1 << (bit % 8)
            #expect(seen.insert(sum()).inserted, "bit \(bit)")
            page[bit / 8] ^= 1 << (bit % 8)
        }
        // The same two bits, an even number of words, but not as a phrase: what sums that only add lose.
        for distance in [4, 8, 16, 64] {
            page[7] ^= 0x80
            page[7 + 8 * distance] ^= 0x80
            #expect(seen.insert(sum()).inserted, "distance \(distance)")
            page[7] ^= 0x80
            page[7 + 8 * distance] ^= 0x80
        }
    }
}

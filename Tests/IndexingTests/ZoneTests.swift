import Foundation
import SourceText
import TestSupport
import Testing

/// Dates without a zone are local, also if the index was built in another zone.
@Suite struct ZoneTests {
    static func calendar(_ name: String) throws -> LocalCalendar {
        let zone = try #require(TimeZone(identifier: name))
        return LocalCalendar(source: name) { seconds in
            Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(seconds))))
        }
    }

    private static let files = [
        "a.md": "---\ncreated: 2024-03-31T02:30\nmodified: 2024-10-27 02:30\ndue: 2024-03-05\n---\nalpha",
        "b.md": "---\ncreated: 2024-03-31T02:30:00.123456\nrank: [2011-12-30, 2011-12-31T23:59]\n---\nalpha",
        "c.md": "---\ncreated: 2024-03-31T02:30Z\ndue: 1969-12-31T23:59:59\n---\nalpha",
        "2018-11-04 day.md": "alpha", "20240331.md": "beta", "d.md": "---\ndate: 1945-05-02\nborn: 1880-01-01\n---\n",
        "e.md": "---\ncreated: 0000-01-01\nmodified: 9999-12-31\n---\n",
    ]

    @Test(arguments: [
        ("UTC", "Europe/Warsaw"), ("Europe/Warsaw", "America/Sao_Paulo"), ("America/Sao_Paulo", "Australia/Lord_Howe"),
        ("Australia/Lord_Howe", "Pacific/Apia"), ("Pacific/Apia", "UTC"), ("Asia/Kathmandu", "Africa/Casablanca"),
        ("America/New_York", "Europe/Warsaw"), ("Europe/Berlin", "Europe/Stockholm"),
        ("Europe/Berlin", "Europe/Vienna"),
    ])
    func `an index used in another time zone equals one built there`(first: String, second: String) throws {
        let vault = try TemporaryVault(Self.files)
        let before = try Self.calendar(first)
        let after = try Self.calendar(second)
        _ = try vault.dump(before)
        let updated = try vault.dump(after)
        #expect(difference(updated, try vault.rebuiltDump(after)) == "")
        try vault.write("f.md", "---\ncreated: 2024-07-01\n---\n")
        let back = try vault.dump(before)
        #expect(difference(back, try vault.rebuiltDump(before)) == "")
    }

    /// Runs the release binary, because tests inside this process do not read `TZ`.
    @Test(
        .enabled(if: CommandLine.program != nil),
        arguments: [
            "UTC", "Europe/Warsaw", "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu",
            "EST5EDT,M3.2.0,M11.1.0", "<+0330>-3:30",
        ])
    func `the program uses the time zone in TZ`(zone: String) throws {
        let program = try #require(CommandLine.program)
        var files = Self.files
        files["e.md"] = nil
        let vault = try TemporaryVault(files)
        let found = try CommandLine.ask(
            program, ["search", "--format", "json", "sort:path"], in: vault, variables: ["TZ": zone])
        #expect(found.status == 0, "\(found.errors)")
        let notes = try #require(try JSONSerialization.jsonObject(with: Data(found.output.utf8)) as? [[String: Any]])
        for (name, written) in [
            ("a.md", "2024-03-31 02:30"), ("2018-11-04 day.md", "2018-11-04 12:00"), ("d.md", "1945-05-02 12:00"),
        ] {
            let note = try #require(notes.first { $0["path"] as? String == name })
            let created = try #require(note["created"] as? String)
            // GNU date is the oracle. It refuses times in the gap of a change of clocks. Other tests check those.
            let shown = try Self.shell("TZ='\(zone)' date -d '\(created)' '+%Y-%m-%d %H:%M'")
            if name == "a.md", zone == "Europe/Warsaw" {
                #expect(created == "2024-03-31T01:30:00Z")
            } else if name == "a.md" {
                #expect(shown == written)
            } else {
                // Midnight, or the first hour of a day that has none.
                #expect(["00:00", "01:00"].contains(String(shown.suffix(5))), "\(name) \(shown)")
                #expect(shown.prefix(10) == written.prefix(10))
            }
        }
    }

    private static func shell(_ command: String) throws -> String {
        try TestProcess.run("/bin/sh", ["-c", command]).output.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

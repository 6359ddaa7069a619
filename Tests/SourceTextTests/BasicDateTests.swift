import SourceText
import Testing

/// Dates without hyphens and colons.
struct BasicDateTests {
    @Test(arguments: [
        ("20240307", "2024-03-07"), ("20240307T1148", "2024-03-07T11:48"), ("20240307 114830", "2024-03-07 11:48:30"),
        ("20240307T114830Z", "2024-03-07T11:48:30Z"), ("20240307T1148+0200", "2024-03-07T11:48+02:00"),
        ("20240307T114830.25", "2024-03-07T11:48:30.25"), ("20240230", ""), ("20241301", ""), ("2024030", ""),
        ("202403071", ""), ("20240307T11:48", ""), ("2024-0307", ""), ("202403-07", ""), ("20240307T114", ""),
    ])
    func `the basic format of ISO 8601 says what the extended one says`(basic: String, extended: String) {
        #expect(DateText(basic) == DateText(extended))
        #expect((DateText(basic) == nil) == extended.isEmpty)
    }

    @Test(arguments: [
        ("-0044-03-15", -44), ("-0500", -500), ("+012024-02-29", 12024), ("12024-05", 12024), ("-0004-02-29T10:00", -4),
        ("2024-03", 2024), ("-99999", -99_999), ("-0001-02-29", nil), ("-44", nil), ("12024", nil), ("-100000", nil),
        ("--0044", nil), ("-0044x", nil), ("-0044/03/15", nil), ("+", nil), ("", nil),
    ])
    func `an extended year has a sign or five digits`(text: String, year: Int?) {
        #expect(DateText(extended: text)?.civil.year == year)
    }
}

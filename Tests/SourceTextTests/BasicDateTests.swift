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
}

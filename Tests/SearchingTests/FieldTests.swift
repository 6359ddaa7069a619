import QueryLanguage
import Searching
import TestSupport
import Testing
import VaultFiles

@Suite struct FieldTests {
    /// Returns a valid value of a field.
    private static func value(_ field: Field) -> String {
        switch field.kind {
        case .number, .count: return ">1"
        case .date: return "2024"
        case .span: return "7d"
        case .note: return "a"
        case .text, .property, .presentation: break
        }
        return switch field {
        case .favorite: "true"
        case .inFolder, .folder: "F"
        case .has, .no: "link"
        case .isState: "draft"
        case .task: "open"
        case .since: "HEAD"
        default: "word"
        }
    }

    @Test func `every field has a condition with a unique description`() throws {
        let vault = try TemporaryVault(["a.md": "x\n", "F/b.md": "y\n"])
        try GitFolder(vault).commit("Begin", at: 0)
        let session = try vault.session()
        var described: [String: Field] = [:]
        for field in Field.allCases where field.kind != .presentation {
            let query = "\(field.rawValue):\(Self.value(field))"
            let condition = try session.read { snapshot in
                var names = snapshot.queryNames
                (names.vaultName, names.vaultNames) = ("word", ["word"])
                return try QueryResolver.query(query, in: names).condition
            }
            if case .nothing = condition { Issue.record("\(query) asks for nothing") }
            let words = ConditionText.describe(condition, session.environment.calendar)
            #expect(
                described[words] == nil || field == .after, "\(query) reads as \(String(describing: described[words]))")
            described[words] = field
        }
    }

    @Test func `every name belongs to a single field`() {
        var owners: [String: Field] = [:]
        for field in Field.allCases {
            #expect(!field.summary.isEmpty)
            for name in [field.rawValue] + field.aliases {
                #expect(owners[name] == nil, "\(name)")
                owners[name] = field
                #expect(Field(named: name) == field)
            }
        }
    }
}

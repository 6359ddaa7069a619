import Foundation
import Searching
import SourceText
import Testing

/// The tests of JSON Schema 2020-12 from https://github.com/json-schema-org/JSON-Schema-Test-Suite, if `SLIPBOX_SCHEMA_SUITE`
/// names its folder.
struct SchemaSuiteTests {
    private static let folder = ProcessInfo.processInfo.environment["SLIPBOX_SCHEMA_SUITE"]

    /// The tests that differ by design: texts that look the same are equal in notes, and meta-schemas are not read.
    private static let differences: Set<String> = [
        "const.json: characters with the same visual representation, but different number of codepoints: "
            + "character looks the same but uses combining marks",
        "vocabulary.json: schema that uses custom metaschema with with no validation vocabulary: "
            + "no validation: invalid number, but it still validates",
    ]

    @Test(.enabled(if: folder != nil)) func `values are valid as in the official tests`() throws {
        let folder = URL(fileURLWithPath: try #require(Self.folder)).appending(path: "tests/draft2020-12")
        var (agreeing, all) = (0, 0)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        where name.hasSuffix(".json") {
            let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
            for group in try #require(JSONValue(bytes: bytes)).list {
                let tests = group["tests"]?.list ?? []
                all += tests.count
                let value = try #require(group["schema"])
                let schema: SchemaDocument
                do throws(SchemaError) {
                    schema = try SchemaDocument(value)
                } catch {
                    #expect(error.message.contains("slip reads no other"), "\(name): \(error.message)")
                    continue
                }
                for test in tests {
                    let violations = try schema.violations(in: try #require(test["data"]))
                    let title = "\(name): \(group["description"]?.text ?? ""): \(test["description"]?.text ?? "")"
                    let isRight = violations.isEmpty == test["valid"]?.truth
                    if isRight { agreeing += 1 }
                    #expect(isRight || Self.differences.contains(title), "\(title)")
                }
            }
        }
        print("\(agreeing) of \(all) tests of JSON Schema 2020-12 agree; the others need documents from the network")
        #expect(agreeing > 1200)
    }
}

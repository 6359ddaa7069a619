import Foundation
import TestSupport
import Testing

/// The compiler lets a file import whatever is built before it; here it may import only what `Package.swift` says of its
/// module.
@Suite struct ImportTests {
    private static let root = ProjectFiles.root

    /// The dependencies of each target, read from `Package.swift`.
    private static func dependencies() throws -> [String: Set<String>] {
        let text = try String(contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)
        var found: [String: Set<String>] = [:]
        for target in text.components(separatedBy: "arget(").dropFirst() {
            guard let name = target.firstMatch(of: /name: "([\w-]+)"/)?.1 else { continue }
            let list = target.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.1 ?? ""
            found[String(name)] = Set(list.matches(of: /"([\w-]+)"/).map { String($0.1) })
        }
        return found
    }

    private static func imports(in folder: String) throws -> [String: Set<String>] {
        let folder = root.appendingPathComponent("Sources/\(folder)")
        var found: [String: Set<String>] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            for line in text.split(separator: "\n") where line.contains("import ") {
                let words = line.split(separator: " ")
                guard let place = words.firstIndex(of: "import"), place < 2, words.count == place + 2 else { continue }
                found[String(words[place + 1]), default: []].insert(path)
            }
        }
        return found
    }

    @Test func `a module imports only what the package says it knows`() throws {
        let dependencies = try Self.dependencies()
        let ours = Set(dependencies.keys).union(["CLinux", "CSQLite"])
        #expect(ours.count > 15)
        for (name, known) in dependencies where !name.hasSuffix("Tests") && name != "TestSupport" {
            let folder = ["slip-bench": "Benchmark", "embed-files": "Examples/Tool", "Examples": "Examples/Module"]
            for (module, files) in try Self.imports(in: folder[name] ?? name)
            where ours.contains(module) && !known.contains(module) {
                Issue.record("\(name) imports \(module), which Package.swift does not say: \(files.sorted())")
            }
        }
    }

    @Test(arguments: ["Commands", "LanguageServer", "Rendering", "slip"])
    func `a front end knows neither the index nor SQL nor how notes are read`(module: String) throws {
        let imports = try Self.imports(in: module)
        #expect(imports["SourceText"] != nil || module == "slip")
        #expect(Set(imports.keys).isDisjoint(with: ["SearchIndex", "SQLite", "CSQLite", "Notes"]))
    }

    @Test(arguments: ["LanguageProtocol", "Terminal"])
    func `the protocol and the terminal know nothing of notes`(module: String) throws {
        let imports = try Self.imports(in: module)
        #expect(Set(imports.keys).isSubset(of: ["Images", "SourceText", "Synchronization"]))
    }
}

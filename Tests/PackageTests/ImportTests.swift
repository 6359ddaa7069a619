import Foundation
import TestSupport
import Testing

/// Imports of each module, compared with `Package.swift`. The compiler accepts any module that is already built.
@Suite struct ImportTests {
    private static let root = ProjectFiles.root

    /// Returns the dependencies of each target in `Package.swift`.
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
        let folder = root.appendingPathComponent(folder)
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

    @Test func `a module imports only its dependencies in Package.swift`() throws {
        let dependencies = try Self.dependencies()
        let ours = Set(dependencies.keys).union(["CLinux", "CSQLite"])
        #expect(ours.count > 15)
        for (name, known) in dependencies {
            let folder = [
                "slip-bench": ".bench/Benchmark", "BenchmarkSystem": ".bench/System", "embed-files": ".embed/Tool",
                "BenchmarkTests": ".bench/Tests", "Fuzzing": ".fuzz/Fuzzing", "slip-fuzz": ".fuzz/slip-fuzz",
                "slip-random": ".fuzz/slip-random",
            ]
            let usual = name.hasPrefix("Test") || name.hasSuffix("Tests") ? "Tests" : "Sources"
            for (module, files) in try Self.imports(in: folder[name] ?? "\(usual)/\(name)")
            where ours.contains(module) && !known.contains(module) {
                Issue.record("\(name) imports \(module), which Package.swift does not say: \(files.sorted())")
            }
        }
    }

    @Test(arguments: ["AgentServer", "Browser", "Commands", "LanguageServer", "Rendering", "slip"])
    func `a front end imports neither the index nor SQLite nor Notes`(module: String) throws {
        let imports = try Self.imports(in: "Sources/\(module)")
        #expect(imports["SourceText"] != nil || module == "slip")
        #expect(Set(imports.keys).isDisjoint(with: ["SearchIndex", "SQLite", "CSQLite"]))
        // Pages show the blocks of a note.
        let readers = (imports["Notes"] ?? []).filter { module != "Rendering" || !$0.hasPrefix("Pages/") }
        #expect(readers.isEmpty)
    }

    @Test(arguments: ["JSONRPC", "Terminal"])
    func `modules of protocols and terminals import nothing about notes`(module: String) throws {
        let imports = try Self.imports(in: "Sources/\(module)")
        #expect(Set(imports.keys).isSubset(of: ["Codecs", "SourceText", "Synchronization"]))
    }
}

import QueryLanguage
import SearchIndex
import Searching
import SourceText
import TestSupport
import Testing

/// The targets of references, compared with an oracle that compares every file.
@Suite struct LinkResolutionTests {
    private static let folders = ["", "A", "A/B", "A/B/C", "B", "B/A", "a", "A/\u{C9}", "Z/Q/R", "A.B"]
    private static let names = [
        "x.md", "X.md", "x.markdown", "x.md.md", "\u{E9}.md", "e\u{301}.md", "e.md", "README.md", "x.y.md", "B.md",
        "x.png", "X.PNG", "README", "a\u{FF0F}b.md", "\u{142}.md",
        "index.md", "Index.markdown", "A.md",
    ]
    private static let titles = ["x", "X", "B/x", "Readme", "\u{E9}", "l", "x.md", "A/B/x.md", "a/b", "Other"]

    /// A vault in the making, and how what is in it is written.
    private struct Made {
        var random: FixedGenerator
        var files: [VaultPath: LinkOracle.File] = [:]
        /// Those that are there, be they empty.
        var folders: Set<VaultPath> = []

        init(_ seed: Int) {
            random = FixedGenerator(UInt64(seed) &* 6151 &+ 17)
            for _ in 0..<Int.random(in: 4...24, using: &random) { add() }
        }

        var oracle: LinkOracle { LinkOracle(files: Array(files.values), folders: folders) }

        mutating func pick(_ items: [String]) -> String { items.randomElement(using: &random) ?? "" }

        mutating func add() {
            add(VaultPath(pick(LinkResolutionTests.folders)).appending(pick(LinkResolutionTests.names)))
        }

        mutating func add(_ path: VaultPath) {
            var file = LinkOracle.File(path: path, isNote: ["md", "markdown"].contains(path.pathExtension))
            if file.isNote {
                file.title = path.stem.text
                if Int.random(in: 0..<3, using: &random) == 0 { file.title = pick(LinkResolutionTests.titles) }
                if Int.random(in: 0..<6, using: &random) == 0 { file.id = pick(LinkResolutionTests.titles) }
                if Int.random(in: 0..<4, using: &random) == 0 { file.aliases = [pick(LinkResolutionTests.titles)] }
            }
            files[path] = file
            addFolders(path.folder)
        }

        mutating func addFolders(_ folder: VaultPath) {
            for above in sequence(first: folder, next: { $0.folder }).prefix(while: { !$0.isRoot }) {
                folders.insert(above)
            }
        }

        /// Every kind of reference, most of them to something that is there.
        mutating func reference(from folder: VaultPath) -> String {
            let paths = files.keys.sorted()
            var path = paths.randomElement(using: &random) ?? VaultPath("x")
            if Bool.random(using: &random) { path = path.withoutExtension }
            var text: String
            switch Int.random(in: 0..<10, using: &random) {
            case 0: text = path.relative(to: folder).text
            case 1: text = "/\(path.text)"
            case 2: text = "./\(path.relative(to: folder).text)"
            case 3: text = pick(LinkResolutionTests.titles)
            case 4: text = path.name.text
            case 7: text = path.folder.relative(to: folder).text
            case 8: text = "/\(path.folder.text)"
            case 9: text = "\(path.folder.text)/"
            default:
                text = path.parts.suffix(Int.random(in: 1...4, using: &random)).map(\.text).joined(separator: "/")
            }
            switch Int.random(in: 0..<8, using: &random) {
            case 0: text = text.uppercased()
            case 1: text = Folding.fold(text)
            default: break
            }
            return text
        }

        mutating func text(of path: VaultPath) -> String {
            guard let file = files[path], file.isNote else { return "other" }
            var lines = ["---"]
            // By its bytes: a text that is written otherwise would count as the same.
            if !file.title.utf8.elementsEqual(path.stem.text.utf8) { lines.append("title: \"\(file.title)\"") }
            if let id = file.id { lines.append("id: \"\(id)\"") }
            if !file.aliases.isEmpty { lines.append("aliases: [\"\(file.aliases[0])\"]") }
            lines.append("---")
            for _ in 0..<6 { lines.append("[[\(reference(from: path.folder))]]") }
            return lines.joined(separator: "\n") + "\n"
        }
    }

    @Test(arguments: 0..<(LongTests.areWanted ? 400 : 6))
    func `a reference leads where the specification says, also after changes`(seed: Int) throws {
        var made = Made(seed)
        let vault = try TemporaryVault()
        func write(_ path: VaultPath) throws {
            try vault.makeFolders(path.folder)
            try vault.write(path, Array(made.text(of: path).utf8))
        }
        for path in made.files.keys.sorted() { try write(path) }
        try compare(try vault.session(), &made, "seed \(seed), new")
        for round in 0..<6 {
            switch Int.random(in: 0..<5, using: &made.random) {
            case 0:
                if let path = made.files.keys.sorted().randomElement(using: &made.random) {
                    made.files[path] = nil
                    try vault.remove(path)
                }
            case 1:
                // Only the name changes, where the title is its own.
                if let path = made.files.keys.sorted().randomElement(using: &made.random) {
                    let new = VaultPath(made.pick(Self.folders)).appending(path.name)
                    if made.files[new] != nil { continue }
                    guard var file = made.files.removeValue(forKey: path) else { continue }
                    file.path = new
                    made.files[new] = file
                    made.addFolders(new.folder)
                    try vault.makeFolders(new.folder)
                    try vault.rename(path, new)
                }
            case 2:
                let folder = VaultPath(made.pick(["Empty", "A/Empty", "x", "A/x"]))
                try vault.makeFolders(folder)
                made.addFolders(folder)
            case 3:
                let isEmpty = { (folder: VaultPath) in
                    !made.files.keys.contains { $0.isInside(folder) }
                        && !made.folders.contains { $0 != folder && $0.isInside(folder) }
                }
                if let folder = made.folders.sorted().first(where: isEmpty) {
                    made.folders.remove(folder)
                    try vault.remove(folder)
                }
            default:
                let path = VaultPath(made.pick(Self.folders)).appending(made.pick(Self.names))
                made.add(path)
                try write(path)
            }
            try compare(try vault.session(), &made, "seed \(seed), round \(round)")
        }
    }

    private func compare(_ session: VaultSession, _ made: inout Made, _ place: String) throws {
        let oracle = made.oracle
        try session.read { snapshot in
            for folder in Self.folders.map({ VaultPath($0) }) {
                for _ in 0..<12 {
                    let reference = made.reference(from: folder)
                    let found = try snapshot.index.links.target(of: reference, from: folder)
                    let expected = oracle.answer(reference, in: folder)
                    #expect(found?.path == expected?.path, "\(place): '\(reference)' from '\(folder)'")
                    #expect(
                        (found.map { !$0.rivals.isEmpty } ?? false) == (expected?.isAmbiguous ?? false),
                        "\(place): '\(reference)' from '\(folder)'")
                }
            }
            for path in made.files.keys.sorted() {
                guard let hit = try snapshot.index.note(path) else { continue }
                for link in hit.links {
                    let expected = oracle.answer(link.target, in: path.folder)
                    #expect(link.path == expected?.path, "\(place): '\(link.target)' in '\(path)'")
                    #expect(
                        link.isAmbiguous == (expected?.isAmbiguous ?? false), "\(place): '\(link.target)' in '\(path)'")
                }
            }
        }
    }

    @Test func `a name that very many files bear is looked up, not searched for`() throws {
        let vault = try TemporaryVault()
        for folder in 0..<40 {
            for inner in 0..<25 {
                let path = VaultPath("d\(folder)/e\(inner)")
                try vault.makeFolders(path)
                try vault.write(
                    path.appending("README.md"), Array("[[README]] [[e\(inner)/README]] [[d\(folder)/e1/README]]".utf8))
            }
        }
        try vault.makeFolder("n")
        try vault.write("n/n.md", (0..<500).map { "[[README]] [[e\($0 % 25)/README]]" }.joined(separator: "\n"))
        let clock = ContinuousClock()
        let duration = try clock.measure {
            let session = try vault.session()
            for _ in 0..<20 {
                try session.read { snapshot in
                    for folder in 0..<40 {
                        let found = try snapshot.index.links.target(
                            of: "README", from: VaultPath("d\(folder)/e3/deeper"))
                        #expect(found?.path.text == "d\(folder)/e3/README.md")
                        #expect(found?.rivals == [])
                    }
                }
            }
        }
        // Comparing each file for each link would take minutes.
        #expect(duration < .seconds(60))
    }
}

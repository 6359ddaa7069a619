import Foundation
import SourceText
import System
import TestSupport
import Testing

/// What a command leaves that is stopped at one of its calls, or whose disk loses power there.
@Suite(.waits) struct StoppedCallTests {
    static let files = [
        "A.md": "---\nlinks: [\"[[B]]\"]\nstatus: draft\n---\nto [[B]] and [it](F/B.md) ![](F/p.png)\n- [ ] task\n",
        "F/B.md": "---\ntitle: B\n---\n#tag text ![](p.png)\n", "F/C.md": "---\nid: c42\n---\nsee [[B]] #tag\n",
        "F/p.png": "png",
        "F/Deep/D.md": "---\nkeywords: [tag]\n---\n[[C]]\n", "x.png": "x", "z.md": "z\n",
    ]

    /// Commands before, and the one that is stopped.
    struct Course: CustomTestStringConvertible {
        var before: [[String]] = []
        var command: [String]
        /// Moves by others, behind the index's back.
        var moves: [(String, String)] = []
        /// Whether `undo` twice after it and one more change is the state before.
        var isUndone = true

        var testDescription: String { command.joined(separator: " ") }

        static let all = [
            Course(command: ["set", "A.md", "F/C.md", "status=review"]),
            Course(command: ["mv", "F/B.md", "New/Name.md"]),
            Course(command: ["rm", "F/B.md", "--force", "--unlink"]),
            Course(command: ["folder", "rename", "F", "G"]),
            Course(command: ["folder", "rm", "F", "--recursive", "--force"]),
            Course(command: ["keyword", "rename", "tag", "other"]),
            Course(command: ["attach", "A.md", "x.png"]),
            Course(command: ["check", "--fix"], moves: [("F/C.md", "F/E.md")]),
            Course(before: [["rm", "F/B.md", "--force"]], command: ["trash", "restore", "F/B.md"]),
            Course(command: ["new", "Fresh"]),
            Course(command: ["append", "A.md", "more"]),
            Course(command: ["append", "today#Log", "call Ada", "--create-heading"]),
            Course(
                before: [["keyword", "rename", "tag", "other"], ["mv", "F/B.md", "New/Name.md"]],
                command: ["undo", "2"], isUndone: false),
            Course(
                before: [["keyword", "rename", "tag", "other"], ["mv", "F/B.md", "N.md"], ["undo", "2"]],
                command: ["redo", "2"], isUndone: false),
            Course(before: [["mv", "F/B.md", "N.md"]], command: ["undo", "--forget"], isUndone: false),
        ]

        /// A vault before the command.
        func vault() throws -> TemporaryVault {
            let vault = try TemporaryVault(StoppedCallTests.files)
            _ = try CommandLine.run(["index"], in: vault)
            for (from, to) in moves { try vault.rename(VaultPath(from), VaultPath(to)) }
            for command in before {
                let done = try CommandLine.run(command, in: vault)
                #expect(done.status == 0, "\(command): \(done.errors)")
            }
            return vault
        }
    }

    /// The files and folders of the user and those in the trash, without slip's own files.
    static func snapshot(_ vault: TemporaryVault) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for entry in vault.list() { files[entry.path.text] = entry.isFolder ? [] : vault.read(entry.path) }
        let items = try? FileManager.default.contentsOfDirectory(atPath: vault.full(VaultPath(".slipbox/trash")))
        for item in items ?? [] {
            guard vault.exists(".slipbox/trash/\(item)/item") else { continue }
            let info = String(decoding: vault.read(".slipbox/trash/\(item)/info") ?? [], as: UTF8.self)
            files["trash \(info.split(separator: "\n").dropFirst().first ?? "")"] = vault.read(
                ".slipbox/trash/\(item)/item")
        }
        return files
    }

    /// Checks that the next change recovers the vault: all files are as before or as after, and no temporary file remains.
    private func judge(
        _ course: Course, _ vault: TemporaryVault, isPlain: Bool, before: [String: [UInt8]], after: [String: [UInt8]],
        _ place: String
    ) throws {
        try CallSeam.$current.withValue(CallSeam(isPlain: isPlain)) {
            let now = try Self.snapshot(vault)
            let count = now.keys.count { $0.hasSuffix(".md") && !$0.hasPrefix("trash ") }
            let answer = try CommandLine.run(["search", "-c"], in: vault)
            #expect(answer.output == "\(count)\n", "\(place): \(answer)")
            #expect(try Self.snapshot(vault) == now, "\(place): a reading command changes nothing")
            let next = try CommandLine.run(["set", "z.md", "y=2"], in: vault)
            #expect(next.status == 0, "\(place): \(next.errors)")
            var left = try Self.snapshot(vault)
            #expect(left["z.md"] == Array("---\ny: 2\n---\nz\n".utf8), "\(place)")
            left["z.md"] = before["z.md"]
            #expect(left == before || left == after, "\(place): \(Set(left.keys).symmetricDifference(before.keys))")
            let own = vault.allFiles().filter { $0.hasPrefix(".slipbox/tmp/") || $0.contains(".slip-") }
            #expect(own.isEmpty, "\(place): \(own)")
            let undone = try CommandLine.run(["undo"], in: vault)
            #expect(undone.status == 0, "\(place): \(undone.errors)")
            if course.isUndone, left == after, before != after {
                #expect(try CommandLine.run(["undo"], in: vault).status == 0, "\(place)")
                #expect(try Self.snapshot(vault) == before, "\(place)")
            }
        }
    }

    @Test(arguments: Course.all, [false, true])
    func `a command that is killed at any system call leaves the vault as before or as after`(
        _ course: Course, isPlain: Bool
    ) throws {
        let clean = try course.vault()
        let before = try Self.snapshot(clean)
        let made = try CommandLine.run(course.command, in: clean)
        let after = try Self.snapshot(clean)
        #expect(made.status <= 1 && (after != before || course.command.last == "--forget"), "\(made)")
        var number = 0
        while true {
            let seam = CallSeam(stoppingAt: number, isPlain: isPlain)
            let vault = try course.vault()
            _ = try CallSeam.$current.withValue(seam) { try CommandLine.run(course.command, in: vault) }
            if !seam.hasFailed { break }
            try judge(
                course, vault, isPlain: isPlain, before: before, after: after,
                "call \(number), \(seam.calls[number].brief)")
            number += Self.step(isPlain ? 7 : 5)
        }
        #expect(number > 3, "the seam was not reached")
    }

    @Test(arguments: Course.all, [false, true])
    func `a recovery that is killed at any system call leaves the vault as before or as after`(
        _ course: Course, isPlain: Bool
    ) throws {
        let clean = try course.vault()
        let before = try Self.snapshot(clean)
        #expect(try CommandLine.run(course.command, in: clean).status <= 1)
        let after = try Self.snapshot(clean)
        for first in stride(from: 1, to: 1000, by: Self.step(isPlain ? 29 : 17)) {
            var second = 0
            while true {
                let vault = try course.vault()
                let seam = CallSeam(stoppingAt: first, isPlain: isPlain)
                _ = try CallSeam.$current.withValue(seam) { try CommandLine.run(course.command, in: vault) }
                if !seam.hasFailed { return }
                let deeper = CallSeam(stoppingAt: second, isPlain: isPlain)
                _ = try CallSeam.$current.withValue(deeper) { try CommandLine.run(["set", "z.md", "y=2"], in: vault) }
                if !deeper.hasFailed { break }
                let z = vault.read("z.md")
                if z == Array("z\n".utf8) {
                    try judge(
                        course, vault, isPlain: isPlain, before: before, after: after,
                        "call \(first), \(seam.calls[first].brief), then \(second), \(deeper.calls[second].brief)")
                }
                second += Self.step(7)
            }
        }
    }

    @Test(arguments: Course.all)
    func `recovery loses nothing if any status call fails`(_ course: Course) throws {
        let clean = try course.vault()
        let before = try Self.snapshot(clean)
        #expect(try CommandLine.run(course.command, in: clean).status <= 1)
        let after = try Self.snapshot(clean)
        for first in stride(from: 1, to: 1000, by: Self.step(19)) {
            var second = 0
            while true {
                let vault = try course.vault()
                let seam = CallSeam(stoppingAt: first)
                _ = try CallSeam.$current.withValue(seam) { try CommandLine.run(course.command, in: vault) }
                if !seam.hasFailed { return }
                let blind = CallSeam(failingLookAt: second)
                let result = try CallSeam.$current.withValue(blind) {
                    try CommandLine.run(["set", "z.md", "y=2"], in: vault)
                }
                if !blind.hasFailed { break }
                let place = "call \(first), \(seam.calls[first].brief), then look \(second)"
                if vault.read("z.md") == Array("z\n".utf8) {
                    #expect(result.status != 0 && result.errors.contains("slip: "), "\(place): \(result)")
                } else {
                    #expect(try CommandLine.run(["undo"], in: vault).status == 0, "\(place)")
                }
                try judge(course, vault, isPlain: false, before: before, after: after, place)
                second += Self.step(17)
            }
        }
    }

    @Test(arguments: Course.all, [false, true])
    func `a power loss at any system call leaves the vault as before or as after`(
        _ course: Course, isPlain: Bool
    ) throws {
        let vault = try course.vault()
        let before = try Self.snapshot(vault)
        let start = try Self.tree(vault)
        let seam = CallSeam(isPlain: isPlain)
        let done = try CallSeam.$current.withValue(seam) { try CommandLine.run(course.command, in: vault) }
        #expect(done.status <= 1)
        let after = try Self.snapshot(vault)
        var disk = PowerLoss(vault.root, start)
        var seen: Set<PowerLoss.Tree> = []
        var numbers = FixedGenerator(15)
        for (number, call) in seam.calls.enumerated() {
            disk.apply(call)
            let outcomes = disk.outcomes().filter { seen.insert($0).inserted }
            if outcomes.isEmpty || (!LongTests.areWanted && !numbers.once(in: isPlain ? 9 : 5)) { continue }
            for outcome in LongTests.areWanted ? outcomes : [numbers.pick(outcomes)] {
                try Self.lay(outcome, vault)
                try judge(
                    course, vault, isPlain: isPlain, before: before, after: after,
                    "after call \(number), \(call.brief)")
            }
        }
        #expect(seen.count > 1)
    }

    @Test func `an undo that skips changed files is complete or not made, if any call fails`() throws {
        func made() throws -> (TemporaryVault, [String: [UInt8]]) {
            let vault = try TemporaryVault(Self.files)
            #expect(try CommandLine.run(["set", "z.md", "k=1"], in: vault).status == 0)
            #expect(try CommandLine.run(["set", "A.md", "F/B.md", "k=2"], in: vault).status == 0)
            try vault.write("A.md", "others\n")
            return (vault, try Self.snapshot(vault))
        }
        let (clean, before) = try made()
        #expect(try CommandLine.run(["undo", "2", "--skip-changed"], in: clean).status == 0)
        let after = try Self.snapshot(clean)
        var number = 0
        while true {
            let seam = CallSeam(failingAt: number)
            let (vault, _) = try made()
            let result = try CallSeam.$current.withValue(seam) {
                try CommandLine.run(["undo", "2", "--skip-changed"], in: vault)
            }
            if !seam.hasFailed { break }
            // If slip reported the undo, it was made.
            if result.status == 0 || result.errors.contains("undone:") {
                #expect(try Self.snapshot(vault) == after, "call \(number), \(seam.calls[number].brief)")
            } else {
                let next = try CommandLine.run(["set", "x.md", "n=1"], in: vault)
                #expect(!next.errors.contains("unexpected"))
                #expect(
                    try Self.snapshot(vault) == before, "call \(number), \(seam.calls[number].brief): \(result.errors)")
            }
            number += Self.step(3)
        }
        #expect(number > 10)
    }

    /// All files of a vault without its index, which is rebuilt if it is missing.
    private static func tree(_ vault: TemporaryVault) throws -> PowerLoss.Tree {
        var tree: PowerLoss.Tree = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: vault.rootText) {
            if path.hasPrefix(".slipbox/index") { continue }
            var isFolder = ObjCBool(false)
            _ = unsafe FileManager.default.fileExists(atPath: "\(vault.rootText)/\(path)", isDirectory: &isFolder)
            tree[VaultPath(path)] = isFolder.boolValue ? .folder : .file(vault.read(path) ?? [])
        }
        return tree
    }

    /// Tests every `count`th call, and every call in long tests. `.ci/fault-test` stops the real program at each.
    private static func step(_ count: Int) -> Int { LongTests.areWanted ? 1 : count }

    /// Puts a tree in the place of all that is in the vault.
    private static func lay(_ tree: PowerLoss.Tree, _ vault: TemporaryVault) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: vault.rootText) { try vault.removeTree(name) }
        for (path, item) in tree.sorted(by: { $0.key < $1.key }) {
            switch item {
            case .folder:
                try vault.makeFolder(path)
                if path.isInside(VaultPath(".slipbox")) { try vault.setMode(path, 0o700) }
            case .file(let bytes): try vault.write(path, bytes)
            }
        }
    }
}

extension SystemCall {
    /// The call with the last parts of its paths.
    fileprivate var brief: String {
        func name(_ path: [UInt8]) -> String {
            VaultPath(bytes: path).parts.suffix(3).map(\.text).joined(separator: "/")
        }
        return switch self {
        case .create(let path): "create \(name(path))"
        case .write(let path, let bytes): "write \(name(path)) \(bytes.count)"
        case .synchronize(let path): "synchronize \(name(path))"
        case .synchronizeDirectory(let path): "synchronize folder \(name(path))"
        case .rename(let old, let new): "rename \(name(old)) \(name(new))"
        case .move(let old, let new): "move \(name(old)) \(name(new))"
        case .exchange(let a, let b): "exchange \(name(a)) \(name(b))"
        case .link(let old, let new): "link \(name(old)) \(name(new))"
        case .remove(let path): "remove \(name(path))"
        case .lease(let path): "lease \(name(path))"
        case .makeDirectory(let path): "make folder \(name(path))"
        case .removeDirectory(let path): "remove folder \(name(path))"
        }
    }
}

import Foundation
import TestSupport
import Testing

/// `slip doctor`: what it reports, and that it changes nothing.
@Suite struct DoctorTests {
    /// A vault, a home folder, and a `PATH` with only these programs.
    private static func machine(_ programs: [String: String] = [:], _ files: [String: String] = [:]) throws -> Console {
        let console = try Console()
        try console.write("vault/.slipbox/config.yaml", "")
        try console.write("vault/Note.md", "# Note\n")
        console.folder = "vault"
        try console.write("home/.kept", "")
        for (path, text) in files { try console.write(path, text) }
        for (name, text) in programs { try console.writeProgram("bin/\(name)", text) }
        console.variables = [
            "HOME": console.url("home").path, "PATH": console.url("bin").path, "LANG": "C.UTF-8",
        ]
        return console
    }

    /// Returns the results as `state; text; help`, by area and name: `vault git`.
    private static func results(_ console: Console) throws -> [String: String] {
        let output = console.slip("doctor", "--format", "json").output
        let all = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
        let pairs = all.map { item in
            let text = ["state", "text", "help"].compactMap { item[$0] as? String }.joined(separator: "; ")
            return ("\(item["area"] ?? "") \(item["name"] ?? "")", text)
        }
        return Dictionary(pairs) { "\($0)\n\($1)" }
    }

    @Test func `doctor reads the limits of watchers`() throws {
        let console = try Self.machine()
        let limit = try String(contentsOfFile: "/proc/sys/fs/inotify/max_user_watches", encoding: .utf8)
        let text = try Self.results(console)["machine inotify"] ?? ""
        #expect(text.contains("limits: \(limit.trimmingCharacters(in: .newlines)) folders"), "\(text)")
    }

    @Test func `doctor changes no file and starts no program`() throws {
        let started = "#!/bin/sh\ntouch \"$HOME/started\"\n"
        let names = ["pdftotext", "systemctl", "nvim", "vim", "emacs", "hx", "fish", "man", "claude", "codex", "slip"]
        let console = try Self.machine(Dictionary(uniqueKeysWithValues: names.map { ($0, started) }))
        var commands: [String] = []
        console.runShell = { command, _ in
            commands.append(command)
            return 0
        }
        let before = try console.contents(of: "home") { _ in true }
        let vault = try console.contents(of: "vault") { _ in true }
        #expect(console.slip("doctor").status < 2)
        #expect(try console.contents(of: "home") { _ in true } == before)
        #expect(try console.contents(of: "vault") { _ in true } == vault)
        #expect(commands.isEmpty && console.started.isEmpty)
    }

    @Test func `a missing program is reported with the command that installs it`() throws {
        let results = try Self.results(try Self.machine(["apt-get": "#!/bin/sh\n"]))
        #expect(results["machine git"]?.hasPrefix("advice; git is not installed") == true)
        #expect(results["machine git"]?.hasSuffix("apt-get install git") == true)
        #expect(results["machine pdftotext"]?.hasSuffix("apt-get install poppler-utils") == true)
        #expect(results["machine slip"]?.hasPrefix("problem") == true)
    }

    @Test func `a terminal shows the names of what is ok in one line, and all of it with --all`() throws {
        let console = try Self.machine()
        let results = try Self.results(console)
        let rows = console.slip("doctor").output
        console.isTerminal = true
        console.columns = 200
        let short = console.slip("doctor").output, long = console.slip("doctor", "--all").output
        for (name, result) in results {
            let word = name.split(separator: " ").last.map(String.init) ?? name
            #expect(short.contains(word) && long.contains(word) && rows.contains(word), "\(name)")
            if !result.hasPrefix("ok") { #expect(short.contains(result.split(separator: ";")[0]), "\(name)") }
        }
        #expect(results["vault index"] == "ok; not built yet")
        #expect(!short.contains("not built yet") && long.contains("not built yet") && rows.contains("not built yet"))
        #expect(short.split(separator: "\n").count < long.split(separator: "\n").count)
    }

    @Test(arguments: [
        ("C.UTF-8", "ok"), ("de_DE.utf8@euro", "ok"), ("POSIX", "advice"), ("de_DE.ISO-8859-1", "advice"),
        ("", "advice"),
    ])
    func `a locale that is not UTF-8 is reported`(_ locale: String, _ state: String) throws {
        let console = try Self.machine()
        console.variables["LANG"] = locale
        #expect(try Self.results(console)["machine locale"]?.hasPrefix(state) == true)
    }

    @Test func `a conflict, a fault of the configuration and an unread index are reported`() throws {
        let conflict = "# A\n\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n"
        let console = try Self.machine([:], ["vault/A.md": conflict])
        #expect(try Self.results(console)["vault index"] == "ok; not built yet")
        console.slip("index")
        let results = try Self.results(console)
        #expect(results["vault index"]?.hasPrefix("ok; 2 notes") == true)
        #expect(
            results["vault conflicts"]?.hasPrefix("problem; merge conflicts that are not resolved in 'A.md'") == true)
        #expect(console.slip("doctor").status == 1)
        try console.write("vault/.slipbox/config.yaml", "\nstatuses: {}\n")
        #expect(try Self.results(console)["vault configuration"]?.contains("problem; .slipbox/config.yaml:2: ") == true)
    }

    @Test func `a folder without a vault is advice, and a vault that does not exist is a problem`() throws {
        let console = try Self.machine()
        console.folder = "home"
        #expect(try Self.results(console)["vault vault"]?.hasPrefix("advice; no vault found") == true)
        console.variables["SLIPBOX_VAULT"] = "/nowhere"
        #expect(try Self.results(console)["vault vault"]?.hasPrefix("problem") == true)
    }

    @Test func `an editor that is installed but not set up is advice with its command`() throws {
        let console = try Self.machine(["hx": "#!/bin/sh\n"])
        #expect(try Self.results(console)["setup helix"]?.hasSuffix("slip setup helix") == true)
        console.slip("setup", "helix", "--yes")
        #expect(try Self.results(console)["setup helix"]?.hasPrefix("ok; set up in ") == true)
    }

    @Test func `each line that is not ok says what to do and what it is good for`() throws {
        let console = try Self.machine(["hx": "#!/bin/sh\n", "fish": "#!/bin/sh\n"])
        console.variables["PATH"] = "\(console.url("bin").path):\(TestProcess.searchPath())"
        _ = try GitFolder(console.url("vault").path)
        try console.write("vault/.slipbox/config.yaml", "limit: none\n")
        let results = try Self.results(console)
        for (name, text) in results {
            // The state, the text and the help.
            for line in text.split(separator: "\n") where !line.hasPrefix("ok") {
                #expect(line.components(separatedBy: "; ").count >= 3, "\(name): \(line)")
            }
        }
        #expect(results["setup helix"]?.contains("completion of links") == true)
        #expect(results["vault git hook"]?.contains("refuses commits") == true)
    }

    @Test func `a clone whose attributes name the missing merge driver is a problem`() throws {
        let console = try Self.machine()
        console.variables["PATH"] = TestProcess.searchPath()
        let work = try GitFolder(console.url("vault").path)
        #expect(try Self.results(console)["vault git merge-driver"]?.hasPrefix("advice; not set up") == true)
        console.slip("git", "setup", "--yes")
        #expect(try Self.results(console)["vault git merge-driver"] == "ok; set up")
        // As in a new clone, which has the attributes alone.
        try work.git(["config", "--local", "--remove-section", "merge.slip"])
        #expect(
            try Self.results(console)["vault git merge-driver"]
                == "problem; not set up in this clone, so git merges notes by lines; slip git setup --yes")
    }
}

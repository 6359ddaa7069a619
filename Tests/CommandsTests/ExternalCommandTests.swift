import Arguments
import Foundation
import SourceText
import System
import TestSupport
import Testing

/// Programs that the built program runs as `slip NAME`.
@Suite(.enabled(if: CommandLine.program != nil)) struct ExternalCommandTests {
    /// A vault, a home folder, and a folder of programs in `PATH`.
    private final class Place {
        let console: Console
        let program: String
        var variables: [String: String]

        init(aliases: String = "") throws {
            console = try Console()
            program = try #require(CommandLine.program)
            let root = console.directory.path
            try console.write("vault/.slipbox/config.yaml", "")
            try console.write("vault/F/a.md", "one\n")
            try console.write("home/.config/slipbox/config.yaml", aliases)
            variables = ["PATH": "\(root)/bin:/usr/bin:/bin", "HOME": "\(root)/home", "NO_COLOR": "1"]
        }

        func add(_ path: String, _ script: String, mode: Int = 0o755) throws {
            try console.write(path, script)
            try console.setMode(path, mode)
        }

        /// Runs a shell command in which `$slip` is the built program.
        func sh(_ line: String, in folder: String = "vault") throws -> TestProcess.Result {
            try TestProcess.run(
                "/bin/bash", ["-c", line], in: console.url(folder).path,
                environment: variables.merging(["slip": program]) { $1 })
        }
    }

    private static let printer = "#!/bin/sh\nprintf '<%s>' \"$@\"; echo \" $SLIPBOX_VAULT\"\n"

    @Test func `a program gets its arguments byte for byte, and the vault's path`() throws {
        let place = try Place()
        try place.add("bin/slip-hello", Self.printer)
        let root = try #require(Files.realPath(Array(place.console.directory.path.utf8)))
        let vault = String(decoding: root, as: UTF8.self) + "/vault"
        let words = try place.sh(#"$slip hello -x --quiet --help -- 'a b' '' $'\xff\n' | od -An -c | tr -d ' \n'"#)
        #expect(words.output.hasPrefix(#"<-x><--quiet><--help><--><ab><><377\n>"#), "\(words)")
        #expect(try place.sh("$slip hello x", in: "vault/F").output == "<x> \(vault)\n")
        #expect(try place.sh("$slip --vault ../vault hello", in: "home").output == "<> \(vault)\n")
        #expect(try place.sh("$slip hello", in: "home").output == "<> \n")
        #expect(try place.sh("SLIPBOX_VAULT=elsewhere $slip hello", in: "home").output == "<> elsewhere\n")
        #expect(try place.sh("$slip --vault nowhere hello", in: "home").status == 2)
        let option = try place.sh("$slip --no-sync hello")
        #expect(option.isError("'--no-sync' has no effect on 'hello'"))
        #expect(try place.sh("$slip help hello").output == "<--help> \(vault)\n")
    }

    @Test func `slip is replaced by the program, with its status and signals`() throws {
        let place = try Place()
        try place.add("bin/slip-end", "#!/bin/sh\nexit $1\n")
        try place.add("bin/slip-kill", "#!/bin/sh\nkill -$1 $$\n")
        try place.add("bin/slip-plain", "echo no line that names an interpreter: $1\n")
        try place.add("bin/slip-broken", "#!/nowhere/at/all\n")
        try place.add("bin/slip-flood", "#!/bin/sh\nwhile echo y; do :; done 2>/dev/null; echo over >&2\n")
        #expect(try place.sh("$slip end 7").status == 7)
        #expect(try place.sh("$slip end 0").status == 0)
        #expect(try place.sh("$slip kill KILL; echo $?").output == "137\n")
        #expect(try place.sh("$slip plain x").output == "no line that names an interpreter: x\n")
        let broken = try place.sh("$slip broken")
        #expect(broken.isError("cannot run", "slip-broken"))
        // A closed pipe ends the program with SIGPIPE.
        #expect(try place.sh("$slip flood | head -n 1; echo ${PIPESTATUS[0]}").output == "y\n141\n")
    }

    @Test func `only programs in absolute directories of PATH run`() throws {
        let place = try Place()
        let run = "#!/bin/sh\necho ran\n"
        for path in ["vault/slip-here", "vault/bin/slip-here", "vault/F/slip-here", "slip-../here"] {
            try place.add(path, run)
        }
        try place.add("bin/slip-noexec", run, mode: 0o644)
        try place.add("bin/slip-folder/x", run)
        try place.add("bin/slip-search", run)
        try place.add("bin/slip-up", run)
        let path = try #require(place.variables["PATH"])
        for entry in [":", ".", "bin", "F/..", "./bin"] {
            place.variables["PATH"] = "\(entry):\(path)"
            #expect(try place.sh("$slip here").status == 2, "\(entry)")
        }
        place.variables["PATH"] = "\(path):"
        #expect(try place.sh("$slip here").status == 2)
        place.variables["PATH"] = path
        for name in [
            "../here", "/up", "./up", "..", ".", "x/../up", #"$'up\n'"#, #"$'\e[2J'"#, #"$'\xff'"#, "''", "'up '",
        ] {
            let result = try place.sh("$slip \(name)")
            #expect(result.status == 2 && result.output.isEmpty && result.errors.contains("unknown command"), "\(name)")
            #expect(!result.errors.contains("\u{1B}"))
        }
        let plain = try place.sh("$slip noexec")
        #expect(plain.isError("is not executable: chmod +x "))
        #expect(try place.sh("$slip folder here").errors.contains("unknown command 'here'"))
        #expect(try place.sh("$slip search one").output == "F/a.md\n")
        place.variables["PATH"] = place.console.directory.path + "/vault/bin:\(path)"
        #expect(try place.sh("$slip here").output == "ran\n")
    }

    @Test func `a program takes precedence over an alias, as in git`() throws {
        let place = try Place(aliases: "aliases: {mine: version, ls: version, both: \"!echo alias\"}\n")
        try place.add("bin/slip-both", "#!/bin/sh\necho program\n")
        try place.add("bin/slip-cat", "#!/bin/sh\necho cat\n")
        #expect(try place.sh("$slip both; $slip cat; $slip ls").output.hasPrefix("program\ncat\nslip "))
        #expect(try place.sh("$slip complete zsh bo").output == "both\t!echo alias\n")
        #expect(try place.sh("$slip complete zsh ca").output.hasPrefix("calendar\t"))
        #expect(try place.sh("$slip complete zsh cat ''").status == 0)
    }

    @Test func `a shell alias runs in the current folder`() throws {
        let place = try Place(
            aliases: #"""
                aliases:
                  args: "!printf '<%s>' here"
                  where: "!pwd; echo $SLIPBOX_VAULT; true"
                  two: "!f() { echo $2-$1; }; f"
                  fail: "!exit 9;"
                  piped: "!cat; true"
                  chain: args x

                """#)
        #expect(try place.sh(#"$slip args 'a b' -q '$HOME' ';' --help"#).output == "<here><a b><-q><$HOME><;><--help>")
        #expect(try place.sh("$slip two a b").output == "b-a\n")
        #expect(try place.sh("$slip fail").status == 9)
        #expect(try place.sh("$slip chain y").output == "<here><x><y>")
        #expect(try place.sh("echo in | $slip piped").output == "in\n")
        let lines = try place.sh("$slip where", in: "vault/F").output.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasSuffix("/vault/F") && lines[1].hasSuffix("/vault"))
    }
}

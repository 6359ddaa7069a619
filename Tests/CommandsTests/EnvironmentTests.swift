import Foundation
import TestSupport
import Testing

/// The built program in unusual environments: read-only vaults, full disks, missing folders and variables.
@Suite(.enabled(if: CommandLine.program != nil)) struct EnvironmentTests {
    private static let files = [
        "I.md": "---\ntitle: Iİıi\n---\nalpha\n", "z.md": "alpha STRASSE\n", "Ä.md": "straße\n",
    ]

    /// Runs Bash in a vault, with `slip` as a function that runs the built program with these variables only.
    private func run(
        _ script: String, in vault: TemporaryVault, _ variables: [String: String] = [:]
    ) throws -> (status: Int32, text: String) {
        let program = try #require(CommandLine.program)
        let environment = variables.map { "'\($0)=\($1)'" }.joined(separator: " ")
        return try ShellScript("slip() { env \(environment) '\(program)' \"$@\"; }; \(script)").run(
            in: URL(fileURLWithPath: vault.rootText), ["PATH": "/usr/bin:/bin"])
    }

    /// Runs a script in a read-only mount of a vault, or without root in folders without write permission.
    private func isReadOnly(_ vault: TemporaryVault, _ script: String, _ variables: [String: String]) throws -> (
        status: Int32, text: String
    ) {
        if geteuid() == 0 {
            let inside = "mount --bind . . && mount -o remount,bind,ro . && cd \"$PWD\" && { \(script); }"
            return try run("export -f slip; unshare -m bash -c '\(inside)'", in: vault, variables)
        }
        return try run("chmod -R a-w .; trap 'chmod -R u+w .' EXIT; { \(script); }", in: vault, variables)
    }

    /// Whether a read-only vault can be made. In a container, root may lack the right to mount.
    private static let hasReadOnly =
        geteuid() != 0
        || (try? ShellScript("unshare -m bash -c 'mount --bind / / && mount -o remount,bind,ro /'").run(
            in: URL(fileURLWithPath: "/"), ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]))?.status == 0

    @Test(.enabled(if: hasReadOnly, "nothing can be mounted here"))
    func `a read-only vault can be searched, and a change is refused`() throws {
        let vault = try TemporaryVault(Self.files)
        let home = try TemporaryVault()
        let cache = ["XDG_CACHE_HOME": home.rootText]
        let found = try isReadOnly(vault, "slip search alpha -f paths sort:path; slip search alpha -c", cache)
        #expect(found.status == 0 && found.text == "I.md\nz.md\n2\n", "\(found)")
        let refused = try isReadOnly(vault, "slip set z.md k=1", cache)
        #expect(refused.status == 2 && refused.text.hasPrefix("slip: cannot lock the vault: "), "\(refused)")
        #expect(vault.read("z.md") == Array("alpha STRASSE\n".utf8) && !vault.exists(".slipbox/index.db"))
        let nowhere = try isReadOnly(vault, "slip search alpha -c", [:])
        #expect(nowhere.status == 2 && nowhere.text.contains("set XDG_CACHE_HOME"), "\(nowhere)")
    }

    @Test(arguments: [
        [:], ["HOME": "/dev/null/none"], ["HOME": ""], ["HOME": "/dev/null", "XDG_CACHE_HOME": "relative"],
        ["LC_ALL": "tr_TR.UTF-8"], ["LC_ALL": "no such locale"], ["LANG": "C"], ["TZ": ""], ["TZ": "nowhere/at all"],
        ["TZ": ":/etc/passwd"], ["TZ": "../../../etc/passwd"], ["TZ": "XYZ-25:99"], ["TERM": "no such terminal"],
        ["COLUMNS": "0"], ["COLUMNS": "99999999999999999999"], ["TMPDIR": "/nonexistent"],
    ])
    func `answers are the same in any environment`(_ variables: [String: String]) throws {
        let vault = try TemporaryVault(Self.files)
        let script = """
            slip search -f paths sort:title; slip search straße -c; slip search title:iİıi -c
            slip set z.md k=1 2>&- && slip undo 2>&- && cat z.md; slip search last:1d -c
            """
        let found = try run(script, in: vault, variables)
        #expect(
            found.status == 0 && found.text == "Ä.md\nI.md\nz.md\n2\n1\nalpha STRASSE\n3\n", "\(variables): \(found)")
    }

    @Test func `a failing output is reported, and a closed pipe is not`() throws {
        let vault = try TemporaryVault(Self.files)
        for (script, status, text) in [
            ("slip search >&-", 2, "slip: "), ("slip search > /dev/full", 2, "slip: "),
            ("slip search --format json | true; echo ${PIPESTATUS[0]}", 0, "0\n"),
            ("slip search sort:title- <&-", 0, "z.md"),
        ] {
            let result = try run(script, in: vault)
            #expect(result.status == Int32(status) && result.text.hasPrefix(text), "\(script): \(result)")
            #expect(!result.text.contains("rror "), "\(script): \(result)")
        }
    }

    @Test func `a removed current folder is reported`() throws {
        let vault = try TemporaryVault(Self.files)
        let result = try run("mkdir gone && cd gone && rmdir ../gone && slip search -c", in: vault)
        #expect(result.status == 2 && result.text.hasPrefix("slip: "), "\(result)")
        let elsewhere = try run(
            "mkdir gone && cd gone && rmdir ../gone && slip search -c --vault '\(vault.rootText)'", in: vault)
        #expect(elsewhere.status == 2 && elsewhere.text.contains("has not been deleted"), "\(elsewhere)")
    }

    @Test func `commands that need a terminal say so without one`() throws {
        let vault = try TemporaryVault(Self.files)
        let result = try run("slip browse", in: vault)
        #expect(result.status == 2 && result.text.hasPrefix("slip: ") && result.text.contains("terminal"), "\(result)")
    }

    private static let hasMounts =
        geteuid() == 0
        && (try? ShellScript("unshare -m mount -t tmpfs none /mnt").run(
            in: URL(fileURLWithPath: "/"), ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]))?.status == 0

    /// Writes two notes and indexes them, and removes the shared memory file.
    private static let upToDate = """
        mkdir -p v/.slipbox; cd v; echo alpha > a.md; echo alpha > b.md
        slip search -c > /dev/null; sleep 0.1; slip search -c > /dev/null; rm -f .slipbox/index.db-shm
        """

    @Test func `reading never enlarges a file`() throws {
        let result = try run(
            """
            \(Self.upToDate); ulimit -f 0; slip search alpha -c | cat
            (echo alpha > c.md) 2> /dev/null || touch c.md; slip search alpha -c | cat; echo ${PIPESTATUS[0]}
            """, in: try TemporaryVault())
        #expect(result.text.hasPrefix("2\n"), "\(result)")
        // A stale answer is never given silently.
        #expect(
            result.text.contains("slip: cannot write the index: the limit for the size of files is 0 kB (ulimit -f)\n")
                && !result.text.contains("SQLite") && result.text.hasSuffix("\n2\n"), "\(result)")
    }

    @Test(.enabled(if: hasMounts, "nothing can be mounted here"))
    func `a full disk can be searched, and a change that does not fit is reported`() throws {
        let inside = """
            mount -t tmpfs -o size=2m none . && cd "$PWD" && { \(Self.upToDate)
            cat /dev/zero > ../fill 2>/dev/null; slip search alpha -c; slip search alpha -c --no-sync
            touch c.md; slip search alpha -c; echo $?; rm ../fill; slip search -c; }
            """
        let vault = try TemporaryVault()
        let result = try run("export -f slip; unshare -m bash -c '\(inside)'", in: vault)
        #expect(result.text.hasPrefix("2\n2\n") && result.text.hasSuffix("\n2\n3\n"), "\(result)")
        #expect(result.text.contains("slip: cannot write the index: the disk is full"), "\(result)")
    }

    @Test(arguments: [
        ("mkfifo", "a named pipe (FIFO)"), ("mkdir", "a directory"),
        ("python3 -c \"import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])\"", "a socket"),
    ])
    func `a configuration that is not a file is reported with its type`(make: String, what: String) throws {
        let result = try run(
            "mkdir -p v/.slipbox; cd v; \(make) .slipbox/config.yaml && slip search; echo $?",
            in: try TemporaryVault())
        #expect(
            result.text.hasPrefix("slip: cannot read '.slipbox/config.yaml': is \(what)")
                && result.text.hasSuffix("\n2\n"), "\(result)")
    }

    @Test(.enabled(if: geteuid() == 0, "only root changes the vaults of others"), .takes(atMostMinutes: 1))
    func `a change by root does not lock out the vault's owner`() throws {
        let vault = try TemporaryVault(Self.files)
        let result = try run(
            """
            chmod 755 .. && chown -R 12345:12345 . && slip set z.md k=1 2>/dev/null; slip undo 2>/dev/null
            export -f slip
            setpriv --reuid 12345 --regid 12345 --clear-groups bash -c 'slip set z.md k=2 && slip undo && slip search -c'
            """, in: vault)
        #expect(result.status == 0 && result.text.hasSuffix("3\n"), "\(result)")
        let made = try run(
            """
            mkdir theirs; chown 12345:12345 theirs; slip init theirs > /dev/null 2>&1; cd theirs; export -f slip
            setpriv --reuid 12345 --regid 12345 --clear-groups bash -c 'echo alpha > n.md; slip set n.md k=2 && slip search -c'
            """, in: vault)
        #expect(made.status == 0 && made.text.hasSuffix("1\n"), "\(made)")
    }
}

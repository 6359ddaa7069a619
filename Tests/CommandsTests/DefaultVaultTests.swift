import FoundationEssentials
import TestSupport
import Testing

/// The vault that commands use outside of all vaults.
@Suite struct DefaultVaultTests {
    /// Two vaults, a folder in none, and a home folder whose configuration names the vaults.
    private static func console() throws -> Console {
        let console = try Console()
        for name in ["office", "home"] {
            try console.write("\(name)/.slipbox/config.yaml", "")
            try console.write("\(name)/Note of \(name).md", "text\n")
        }
        try console.write("elsewhere/readme.txt", "")
        console.variables["HOME"] = console.directory.path
        console.variables["XDG_CONFIG_HOME"] = console.url("config").path
        console.slip("vaults", "add", "office", "office")
        console.slip("vaults", "add", "home", "home")
        console.folder = "elsewhere"
        return console
    }

    @Test func `commands use the default vault in a folder that is in no vault`() throws {
        let console = try Self.console()
        #expect(console.slip("search", "text").isError("no vault found"))
        #expect(console.slip("vaults", "default").status == 1)
        #expect(console.slip("vaults", "default", "office").status == 0)
        #expect(console.slip("vaults", "default").output == "office\n")
        #expect(console.slip("search", "text").output == "../office/Note of office.md\n")
        #expect(console.slip("append", "today", "call Ada").status == 0)
        #expect(try console.read("office/2024-03-30.md").contains("call Ada"))
        #expect(console.slip("undo").isError("no vault found"))
        #expect(console.slip("git", "sync").isError("no vault found"))
        #expect(console.slip("undo", "--vault", "office").status == 0 && !console.exists("office/2024-03-30.md"))
        #expect(console.slip("new", "A", "thought").status == 0 && console.exists("office/A thought.md"))
        // Others take precedence.
        #expect(console.slip("search", "text", "--vault", "home").output == "../home/Note of home.md\n")
        console.folder = "home"
        #expect(console.slip("search", "text").output == "Note of home.md\n")
    }

    @Test func `the default vault is listed, and forgotten with its name`() throws {
        let console = try Self.console()
        #expect(console.slip("vaults", "default", "ofice").isError("did you mean 'office'?"))
        console.slip("vaults", "default", "office")
        let lines = console.slip("vaults").output.split(separator: "\n")
        #expect(lines.count == 2 && lines.count { $0.hasSuffix("\tdefault") && $0.hasPrefix("office\t") } == 1)
        #expect(console.slip("vaults", "--format", "json").output.contains(#""default": true"#))
        console.slip("vaults", "remove", "office")
        #expect(try console.read("config/slipbox/config.yaml").contains("default") == false)
        #expect(console.slip("search", "text").isError("no vault found"))
        #expect(console.slip("search", "--vaults", "text").errors.isEmpty)
    }

    @Test func `the error outside of a vault names the vaults, and init only where there are notes`() throws {
        let console = try Self.console()
        let error = console.slip("search", "text").errors
        #expect(error.contains("SLIPBOX_VAULT") && error.contains("office, home") && !error.contains("slip init"))
        console.variables["XDG_CONFIG_HOME"] = console.url("none").path
        #expect(console.slip("search", "text").errors.contains("slip init --with-examples notes"))
        try console.write("elsewhere/In/a.md", "")
        #expect(console.slip("search", "text").errors.contains("to make this folder a vault: slip init"))
    }

    @Test(arguments: [
        ("default: nowhere\n", "the default vault 'nowhere' is not in vaults:"),
        ("default: ~/gone\n", "cannot use the default vault 'default'"),
    ])
    func `a default vault that cannot be used is reported`(_ line: String, _ expected: String) throws {
        let console = try Self.console()
        try console.write("config/slipbox/config.yaml", "vaults:\n  office: ~/office\n  \(line)")
        let errors = console.slip("vaults").errors + console.slip("search", "text").errors
        #expect(errors.contains(expected), "\(errors)")
    }

    @Test func `a vault with the name default is the default one`() throws {
        let console = try Self.console()
        try console.write("config/slipbox/config.yaml", "vaults: {office: ~/office, default: ~/home}\n")
        #expect(console.slip("search", "text").output == "../home/Note of home.md\n")
        #expect(console.slip("vaults", "default", "office").isError("the vault 'default' is the default one"))
    }
}

import System
import TestSupport
import Testing

/// The error for a NOTE that does not exist.
@Suite struct MissingNoteTests {
    private static func vault() throws -> Console {
        try Console([
            "Algoritmo de Huffman.md": "x\n", "Árbol/Código de Gray.md": "x\n", "n1.md": "# Tree of life\n",
            "n2.md": "---\naliases: [The tree house]\n---\nx\n", "Trees/n3.md": "x\n", "n4.md": "x\n",
        ])
    }

    @Test(arguments: [
        ("Huffman", "did you mean 'Algoritmo de Huffman.md'?"), ("codigo arbol", "'Árbol/Código de Gray.md'"),
        ("life tree", "did you mean 'n1.md'?"), ("Huffman Gray", ""),
    ])
    func `an unknown note lists the one that contains the words`(_ name: String, _ text: String) throws {
        for command in ["links", "show", "related"] {
            let result = try Self.vault().slip(command, name)
            #expect(result.status == 2 && result.errors.contains("there is no note '\(name)'"))
            #expect(result.errors.contains(text), "\(result.errors)")
        }
    }

    @Test func `an unknown note lists at most three notes, with numbers on a terminal`() throws {
        let terminal = try Self.vault()
        let piped = terminal.slip("links", "tree")
        for path in ["n1.md", "n2.md", "Trees/n3.md"] { #expect(piped.errors.contains("'\(path)'"), "\(piped.errors)") }
        terminal.isTerminal = true
        terminal.terminal = TerminalName(device: "/dev/pts/7", session: 1)
        #expect(terminal.slip("links", "tree").errors.contains("%1 'Trees/n3.md', %2 'n1.md', %3 'n2.md'"))
        #expect(terminal.slip("show", "%3", "--raw").output.contains("aliases: [The tree house]"))
    }

    @Test func `on a terminal the only note with the words is offered`() throws {
        let terminal = try Self.vault()
        terminal.isTerminal = true
        terminal.answer = "y"
        let accepted = terminal.slip("show", "Huffman")
        #expect(accepted.status == 0 && accepted.output.contains("Algoritmo de Huffman"))
        #expect(accepted.errors.contains("use 'Algoritmo de Huffman.md'? [y/N]"))
        terminal.answer = "n"
        #expect(terminal.slip("show", "Huffman").isError("there is no note 'Huffman'"))
    }

    @Test func `a misspelled name gets the nearest one`() throws {
        #expect(try Self.vault().slip("links", "n9").isError("did you mean 'n"))
    }

    @Test(arguments: [
        ("Tres/n3.md", "did you mean 'Trees/n3.md'?"), ("Other/Algoritmo de Hufman.md", "'Algoritmo de Huffman.md'?"),
        ("Árbol/Codigo de Grey", "did you mean 'Árbol/Código de Gray'?"),
        ("x/Tree of lief", "did you mean 'Tree of life'?"),
    ])
    func `a mistyped path gets the nearest path, file name or title`(_ path: String, _ text: String) throws {
        for command in ["links", "show"] {
            let result = try Self.vault().slip(command, path)
            #expect(result.isError("there is no note '\(path)'") && result.errors.contains(text), "\(result.errors)")
        }
    }

    @Test func `mv of the words of one note says that the destination is missing`() throws {
        let console = try Console(["Web viewer.md": "x\n", "Cobweb.md": "y\n"])
        for words in [["web", "viewer"], ["Web", "viewer.md"]] {
            let result = console.slip(["mv"] + words)
            #expect(result.isError("is the note 'Web viewer.md'; the destination is missing"), "\(result.errors)")
            #expect(result.errors.contains("slip mv '\(words.joined(separator: " "))' DEST"), "\(result.errors)")
        }
        #expect(console.exists("Web viewer.md"))
    }
}

import Notes
import SourceText
import TestSupport
import Testing

@Suite struct `Front matter edits: what always holds` {
    private static let texts = [
        "x", "two words", "a: b", "# c", "", " ", "it's", "say \"so\"", "a, b", "[x]", "[[x]]", "{", "- d", "null", "2",
        "true",
        "a\nb", "tab\t", "\\", "żółw", "😀", "@", "ends:", "\u{85}", "'q'", "\"q\"", "?", "a #b", "|", "> t", "&a", "*a",
        "!t", "%",
        "---", "...", "<<", "~", "-", ":", "a\r\nb", "x?", "]",
    ]

    /// The fixture's documents as notes: with and without a byte order mark, with CRLF, with no newline at the end.
    private static let notes: [[UInt8]] = FrontMatterFixture.cases.enumerated().compactMap { index, document in
        var yaml = document.yaml
        if !yaml.hasSuffix("\n") { yaml += "\n" }
        if index % 7 == 0 { yaml = "broken: \"half\n" + yaml }
        if index % 7 == 3 { yaml += "anchored: &a x\n" }
        var bytes = Array("---\n\(yaml)---".utf8)
        bytes += [Array("\n".utf8), [], Array("\n# Text\n---\nk: v\n---".utf8)][index % 3]
        if index % 4 == 1 { bytes = bytes.flatMap { $0 == Byte.newline ? [Byte.carriageReturn, Byte.newline] : [$0] } }
        return (index % 5 == 2 ? [0xEF, 0xBB, 0xBF] : []) + bytes
    }

    /// Makes the change; what must hold of any change is checked here. Nil where it is refused.
    private func apply(_ change: FrontMatterChange, to note: [UInt8]) -> [UInt8]? {
        do throws(FrontMatterRefusal) {
            let edits = try FrontMatterEditor(note).edits([change])
            let front = FrontMatter(note)
            var end = 0
            for edit in edits {
                #expect(edit.range.lowerBound >= end && edit.range.upperBound <= front.bodyStart)
                #expect(!edit.replacement.elementsEqual(note[edit.range]))
                end = edit.range.upperBound
            }
            let result = try frontMatterEdited(note, [change])
            let again = try FrontMatterEditor(result).edits([change])
            #expect(again.isEmpty, "twice: \(change.action) \(String(decoding: note, as: UTF8.self)) \(again)")
            #expect(result.suffix(note.count - front.bodyStart).elementsEqual(note[front.bodyStart...]))
            if hasOnlyCRLF(note) { #expect(hasOnlyCRLF(result)) }
            return result
        } catch {
            #expect(error.line > 0 && error.line <= LineTable(note).count)
            return nil
        }
    }

    private func hasOnlyCRLF(_ bytes: [UInt8]) -> Bool {
        bytes.indices.allSatisfy { bytes[$0] != Byte.newline || ($0 > 0 && bytes[$0 - 1] == Byte.carriageReturn) }
    }

    private func keys(_ note: [UInt8]) -> [String] {
        FrontMatter(note).mapping.entries.map(\.key) + ["new key", "n: \"k\""]
    }

    @Test func `set changes one key and keeps all others`() throws {
        var random = FixedGenerator(3)
        var refusals = 0
        for note in Self.notes {
            for key in keys(note) {
                let text = Self.texts.randomElement(using: &random) ?? ""
                let quoting: FrontMatterChange.Quoting = Bool.random(using: &random) ? .auto : .text
                guard let result = apply(.set([key], text, quoting: quoting), to: note) else {
                    refusals += 1
                    continue
                }
                let value = try #require(FrontMatter(result).mapping[key])
                #expect(value.text == text)
                #expect(quoting == .auto || (value.numeral == nil && value.boolean == nil))
                expectSame(note, result, except: key)
            }
        }
        #expect(refusals < Self.notes.count / 2)
    }

    @Test func `set changes one line if the value is on one line`() throws {
        for note in Self.notes {
            for entry in FrontMatter(note).mapping.entries {
                guard let text = entry.value.text, !note[entry.lines].dropLast().contains(Byte.newline) else {
                    continue
                }
                guard let result = apply(.set([entry.key], text + "x"), to: note) else { continue }
                let old = note.split(separator: Byte.newline, omittingEmptySubsequences: false)
                let new = result.split(separator: Byte.newline, omittingEmptySubsequences: false)
                #expect(old.count == new.count)
                #expect(zip(old, new).filter { $0 != $1 }.count <= 1)
            }
        }
    }

    @Test func `a list takes what is added and loses what is taken`() throws {
        var random = FixedGenerator(4)
        for note in Self.notes {
            for key in keys(note) {
                let new = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                    Self.texts.randomElement(using: &random) ?? ""
                }
                guard let result = apply(.add([key], new), to: note) else { continue }
                expectSame(note, result, except: key)
                let value = try #require(FrontMatter(result).mapping[key])
                let texts = value.listEntries(in: result).map(\.text)
                #expect(new.allSatisfy(texts.contains))
                let gone = texts.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
                guard let taken = apply(.take([key], Array(gone)), to: result) else { continue }
                expectSame(note, taken, except: key)
                let left = try #require(FrontMatter(taken).mapping[key]).listEntries(in: taken).map(\.text)
                #expect(left == texts.filter { !gone.contains($0) })
            }
        }
    }

    @Test func `a list that is set reads back`() throws {
        var random = FixedGenerator(5)
        for note in Self.notes {
            for key in keys(note) {
                let list = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                    Self.texts.randomElement(using: &random) ?? ""
                }
                guard let result = apply(.set([key], list: list), to: note) else { continue }
                expectSame(note, result, except: key)
                let texts = FrontMatter(result).mapping[key]?.listEntries(in: result).map(\.text)
                #expect(texts == list)
            }
        }
    }

    @Test func `a key that is removed is gone, with nothing else`() {
        for note in Self.notes {
            for key in keys(note) {
                guard let result = apply(.remove([key]), to: note) else { continue }
                #expect(FrontMatter(result).mapping[key] == nil)
                expectSame(note, result, except: key)
            }
        }
    }

    @Test func `what a value says already is no edit`() throws {
        for note in Self.notes {
            for entry in FrontMatter(note).mapping.entries where !entry.value.hasOpaque {
                let list = entry.value.listEntries(in: note).map(\.text)
                var changes = [FrontMatterChange.add([entry.key], list), .take([entry.key], ["not there"])]
                if let text = entry.value.text { changes.append(.set([entry.key], text)) }
                #expect(try FrontMatterEditor(note).edits(changes).isEmpty)
            }
        }
    }

    @Test func `random bytes never crash the editor`() {
        var random = FixedGenerator(6)
        let alphabet = Array("kab:  \n\n-'\"[]{},#|>\t&?~\\\r1".utf8)
        for _ in 0..<1500 {
            let middle = (0..<Int.random(in: 0...50, using: &random)).map { _ in
                alphabet.randomElement(using: &random) ?? 0
            }
            let note = Array("---\nk: ".utf8) + middle + Array("\n---\n".utf8)
            for change in [
                FrontMatterChange.set(["k"], "x"), .set(["k", "a"], list: ["a", "x"]), .add(["k", "b"], ["x"]),
                .take(["k", "a"], ["a", "b", "1"]), .exchange(["k"], "a", for: "b"), .remove(["a"]),
            ] {
                if let result = apply(change, to: note) { expectSame(note, result, except: "k", "a", "b") }
            }
        }
    }

    private func expectSame(_ note: [UInt8], _ result: [UInt8], except keys: String...) {
        func rest(_ bytes: [UInt8]) -> String {
            let entries = FrontMatter(bytes).mapping.entries.filter { entry in
                !keys.contains { $0.lowercased() == entry.key.lowercased() }
            }
            return frontMatterDump(YAMLMapping(entries: entries))
        }
        #expect(rest(note) == rest(result))
    }
}

import SourceText
import TestSupport
import Testing

@Suite struct VaultPathTests {
    @Test(arguments: [
        ("", "a", "a"), ("a/b", "../c", "a/c"), ("a/b", "/c", "c"), ("a", "./b//c/", "a/b/c"), ("a", "..", ""),
        ("a", "", "a"),
        ("", ".", ""), ("a/b", "../../c", "c"), ("a", "b/../../c", "c"),
    ])
    func `references are read from a folder`(folder: String, reference: String, path: String) {
        #expect(VaultPath(folder).resolving(VaultPath(reference)) == VaultPath(path))
    }

    @Test(arguments: [("", ".."), ("a", "../.."), ("a/b", "/../c"), ("", "a/../../b")])
    func `what leads out of the vault is nowhere`(folder: String, reference: String) {
        #expect(VaultPath(folder).resolving(VaultPath(reference)) == nil)
    }

    @Test(arguments: [
        ("a/b.md", "b", "md"), ("a/.hidden", ".hidden", ""), ("a.b/c", "c", ""), ("x.tar.GZ", "x.tar", "gz"),
        ("a.", "a", ""),
        ("..md", ".", "md"), ("", "", ""), ("é.MD", "é", "md"),
    ])
    func `names have a stem and an extension`(path: String, stem: String, suffix: String) {
        #expect(VaultPath(path).stem.text == stem)
        #expect(VaultPath(path).pathExtension == suffix)
    }

    private func path(_ random: inout FixedGenerator) -> VaultPath {
        let parts = ["a", "b", "c.md", "é", "..x", ".y", "x y"]
        return (0..<Int.random(in: 0...4, using: &random)).reduce(VaultPath.root) { path, _ in
            path.appending(parts[Int.random(in: parts.indices, using: &random)])
        }
    }

    @Test func `a path written as seen from a folder leads back to it`() {
        var random = FixedGenerator(63)
        for _ in 0..<3000 {
            let base = path(&random)
            let target = path(&random)
            #expect(base.resolving(target.relative(to: base)) == target, "\(target) from \(base)")
            #expect(target.folder.appending(target.name) == target)
            #expect(target.isInside(target.folder))
            #expect(target.parts.reduce(VaultPath.root) { $0.appending($1) } == target)
            #expect(base.appending(target).isInside(base))
        }
    }

    @Test func `random bytes never crash it`() {
        var random = FixedGenerator(64)
        for _ in 0..<3000 {
            let a = VaultPath(
                bytes: RandomText.bytes(12, using: &random) + [0x2F] + RandomText.bytes(6, using: &random))
            let b = VaultPath(bytes: RandomText.bytes(12, using: &random))
            _ = (
                a.resolving(b), a.relative(to: b), a.stem, a.pathExtension, a.withoutExtension, a.parts, a.isInside(b),
                a < b
            )
            if let resolved = b.resolving(a) { #expect(!resolved.parts.contains(VaultPath(".."))) }
        }
    }
}

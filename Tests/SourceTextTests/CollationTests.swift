import Foundation
import SourceText
import Testing

/// Folding against another program's idea of what is the same letter: ICU's root collation at primary strength (Unicode
/// Technical Standard #10), where ICU is installed.
@Suite struct CollationTests {
    /// ICU, found at run time: the project depends on no package.
    @safe private struct Collator {
        private typealias Open = @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<Int32>) -> OpaquePointer?
        private typealias SetStrength = @convention(c) (OpaquePointer, Int32) -> Void
        private typealias SortKey =
            @convention(c) (
                OpaquePointer, UnsafePointer<UInt16>?, Int32, UnsafeMutablePointer<UInt8>?, Int32
            ) -> Int32

        private let collator: OpaquePointer
        private let sortKey: SortKey

        static var isInstalled: Bool { Collator() != nil }

        init?() {
            for version in (60...90).reversed() {
                guard let library = unsafe dlopen("libicui18n.so.\(version)", RTLD_NOW),
                    let open = unsafe dlsym(library, "ucol_open_\(version)"),
                    let setStrength = unsafe dlsym(library, "ucol_setStrength_\(version)"),
                    let sortKey = unsafe dlsym(library, "ucol_getSortKey_\(version)")
                else { continue }
                var status: Int32 = 0
                guard let collator = unsafe unsafeBitCast(open, to: Open.self)("root", &status), status <= 0 else {
                    continue
                }
                unsafe unsafeBitCast(setStrength, to: SetStrength.self)(collator, 0)
                unsafe self.collator = unsafe collator
                unsafe self.sortKey = unsafe unsafeBitCast(sortKey, to: SortKey.self)
                return
            }
            return nil
        }

        func key(_ text: String) -> [UInt8] {
            let units = Array(text.utf16)
            var key = [UInt8](repeating: 0, count: 64 + 16 * units.count)
            let count = unsafe sortKey(unsafe collator, units, Int32(units.count), &key, Int32(key.count))
            return Array(key.prefix(Int(count)))
        }
    }

    @Test(.enabled(if: Collator.isInstalled, "ICU is not installed"))
    func `letters and digits that are primarily equal fold alike`() throws {
        let icu = try #require(Collator())
        var groups: [[UInt8]: [Unicode.Scalar]] = [:]
        for scalar in RandomText.known where Self.isCompared(scalar) {
            groups[icu.key(String(scalar)), default: []].append(scalar)
        }
        var wrong: [String] = []
        for (_, scalars) in groups {
            let folded = Dictionary(grouping: scalars) { Folding.fold(String($0)) }
            if folded.count > 1 {
                wrong.append(folded.values.map { String(String.UnicodeScalarView($0)) }.sorted().joined(separator: "|"))
            }
        }
        // The dot in a Catalan ŀ counts as punctuation. A high hamza is a letter of Kazakh.
        #expect(wrong.sorted() == ["ĹĺĻļĽľŁłḶḷḸḹḺḻḼḽ|Ŀŀ", "ء|ٴ"])
    }

    @Test(.enabled(if: Collator.isInstalled, "ICU is not installed"))
    func `what folds to something else is primarily equal to it`() throws {
        let icu = try #require(Collator())
        // What is folded beyond that: Latin letters without a decomposition, hamzas, alef wasla, Persian letters.
        let chosen = Set("ÞþıŉŊŋŦŧỾỿآأؤإئٱٵٶٷٸکی".unicodeScalars)
        var wrong: [String] = []
        for scalar in RandomText.known where Self.isCompared(scalar) && !chosen.contains(scalar) {
            let folded = Folding.fold(String(scalar))
            if icu.key(String(scalar)) != icu.key(folded) { wrong.append("\(scalar)\(folded)") }
        }
        #expect(wrong.sorted() == [])
    }

    /// Letters of scripts in use whose rules the query language speaks of, and the digits of all.
    private static func isCompared(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .decimalNumber: return true
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter:
            let ranges: [ClosedRange<UInt32>] = [
                0xC0...0x17F, 0x370...0x3FF, 0x400...0x4FF, 0x620...0x6D3, 0x900...0xEFF, 0x1000...0x109F,
                0x1780...0x17FF, 0x1E00...0x1FFF,
            ]
            return ranges.contains { $0.contains(scalar.value) }
        default: return false
        }
    }
}

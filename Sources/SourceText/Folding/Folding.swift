/// Folding of case, diacritics and compatibility forms, for index, query, highlighting and sorting.
///
/// - Case: full Unicode case folding, so `ß` becomes `ss` and a final sigma becomes a sigma.
/// - Compatibility forms (NFKD): ligatures, full and half width, subscripts. Signs for letters or digits (`™` `№` `㎏`
///   `①` `½`, and a superscript `¹`) are surrounded by spaces to separate them from adjacent words. Spacing marks such
///   as `´` are kept, since each would become a space with a mark.
/// - Native digits become ASCII digits.
/// - Marks after Latin, Greek and Cyrillic letters are removed, but й stays distinct from и. Arabic and Hebrew points,
///   the tatweel, enclosing marks and Indic nuktas are also removed. Other marks are kept: kana voicing, Indic and Thai
///   signs.
/// - Persian `ی` and `ک` become the Arabic letters, and alef wasla (`ٱ`) becomes `ا`. Malayalam chillus and Bengali
///   khanda ta become their older spelling.
/// - Latin letters without a Unicode decomposition: `æ` `œ` `þ` `ð` `ı` `ŋ` become `ae` `oe` `th` `d` `i` `n`. A letter
///   with a stroke, bar, hook or tail and a capital form (`ł` `ø` `đ` `ħ` `ɓ`) becomes its base. Phonetic letters are
///   kept.
/// - Typographic and modifier apostrophes become `'`. Invisible format characters (soft hyphen, joiners, direction
///   marks, variation selectors, byte order mark) are removed. The zero width space is kept, since it separates words.
/// - The result is in Normalization Form C. Folding is idempotent, and canonically equivalent texts have the same
///   folding.
///
/// Scalars unknown to Unicode 14 are kept.
package enum Folding {
    static let cyrillicI: UInt32 = 0x438
    static let cyrillicShortI: UInt32 = 0x439
    static let breve: UInt32 = 0x306

    /// Folds the UTF-8 text in `range`. Bytes that are not UTF-8 become U+FFFD, so the result is valid UTF-8.
    ///
    /// Complexity: O(n), or O(n log n) in the number of marks on one character.
    package static func fold(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
        FoldingWriter(bytes, range, tracksSources: false).bytes
    }

    /// Returns the folded text: `Łódź` becomes `lodz`.
    package static func fold(_ text: String) -> String {
        // Most names and words are lower-case ASCII, which folding does not change.
        if text.utf8.allSatisfy({ $0 < 0x80 && $0 &- 0x41 >= 26 }) { return text }
        let bytes = Array(text.utf8)
        return String(decoding: fold(bytes, bytes.indices), as: UTF8.self)
    }

    /// Folds a text and returns, for each byte of the result, the offset in `bytes` of its source character.
    ///
    /// `sources` has one extra entry, the end of `range`, and never decreases. A kept mark has the offset of its base.
    /// `source(of:in:)` converts these to a range.
    package static func foldWithSources(_ bytes: [UInt8], _ range: Range<Int>) -> (bytes: [UInt8], sources: [Int]) {
        let writer = FoldingWriter(bytes, range, tracksSources: true)
        return (writer.bytes, writer.sources)
    }

    /// Returns the source range of a range of folded bytes. It contains whole characters, with removed marks and
    /// invisible characters after them. Empty for an empty range.
    package static func source(of folded: Range<Int>, in sources: [Int]) -> Range<Int> {
        let start = sources[folded.lowerBound]
        guard !folded.isEmpty else { return start..<start }
        // A ½ becomes three characters with the same offset, so find the next offset.
        let last = sources[folded.upperBound - 1]
        var end = folded.upperBound
        while end + 1 < sources.count, sources[end] == last { end += 1 }
        return start..<sources[end]
    }
}

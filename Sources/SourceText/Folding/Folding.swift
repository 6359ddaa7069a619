/// Folding of case, diacritics and compatibility forms: what index, query, highlighting and sorting compare.
///
/// - Case: Unicode's full case folding, so `ß` is `ss` and a final sigma is a sigma.
/// - Compatibility forms (NFKD): ligatures, full and half width, subscripts. Signs that read as letters or digits (`™`
///   `№` `㎏` `①` `½`, and a raised `¹`) stand between spaces, as no part of the word beside them. Spacing marks such
///   as `´` stay, since each would become a space with a mark.
/// - Native digits are ASCII's.
/// - Marks after Latin, Greek and Cyrillic letters go, but й stays apart from и; so do Arabic and Hebrew points with
///   the tatweel, enclosing marks, and the nuktas of Indic scripts. All other marks stay: kana voicing, Indic and Thai
///   signs.
/// - Persian `ی` and `ک` are the Arabic letters; Malayalam chillus and Bengali khanda ta are what they were spelt as.
/// - Latin letters that Unicode does not decompose: `æ` `œ` `þ` `ð` `ı` `ŋ` are `ae` `oe` `th` `d` `i` `n`, and a letter
///   with a stroke, bar, hook or tail that has a capital (`ł` `ø` `đ` `ħ` `ɓ`) is its base. Phonetic letters stay.
/// - Typographic and modifier apostrophes are `'`. Invisible format characters (soft hyphen, joiners, direction marks,
///   variation selectors, byte order mark) go; the zero width space stays, since it stands between words.
/// - The rest is in Normalization Form C. Folding twice changes nothing, and texts that are canonically equivalent fold
///   alike.
///
/// Scalars that Unicode 14 does not know stay as they are.
package enum Folding {
    static let cyrillicI: UInt32 = 0x438
    static let cyrillicShortI: UInt32 = 0x439
    static let breve: UInt32 = 0x306

    /// Folds the UTF-8 of `range`. What is not UTF-8 becomes U+FFFD; the result is valid UTF-8.
    ///
    /// Complexity: O(n); O(n log n) in the number of marks on one character.
    package static func fold(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
        FoldingWriter(bytes, range, tracksSources: false).bytes
    }

    /// `Łódź` → `lodz`.
    package static func fold(_ text: String) -> String {
        // Where nothing but small ASCII stands, as in most names and words, nothing folds.
        if text.utf8.allSatisfy({ $0 < 0x80 && $0 &- 0x41 >= 26 }) { return text }
        let bytes = Array(text.utf8)
        return String(decoding: fold(bytes, bytes.indices), as: UTF8.self)
    }

    /// Folds, and tells for each byte of the result the offset in `bytes` of the character it came from.
    ///
    /// `sources` has one more entry than there are bytes; the last is the end of `range`. It never decreases. A kept
    /// mark bears the offset of its base. `source(of:in:)` makes a range of it.
    package static func foldWithSources(_ bytes: [UInt8], _ range: Range<Int>) -> (bytes: [UInt8], sources: [Int]) {
        let writer = FoldingWriter(bytes, range, tracksSources: true)
        return (writer.bytes, writer.sources)
    }

    /// The range of the source that a range of the folded bytes came from: whole characters, with the marks and
    /// invisible characters after them that were folded away. Empty for an empty range.
    package static func source(of folded: Range<Int>, in sources: [Int]) -> Range<Int> {
        let start = sources[folded.lowerBound]
        guard !folded.isEmpty else { return start..<start }
        // A ½ became three characters with one offset: go on to where the source does.
        let last = sources[folded.upperBound - 1]
        var end = folded.upperBound
        while end + 1 < sources.count, sources[end] == last { end += 1 }
        return start..<sources[end]
    }
}

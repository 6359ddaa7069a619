/// A table of the scalars that differ only in case, for patterns that ignore it.
enum CaseFolding {
    /// For a scalar, all scalars that are equal to it when case is ignored, including itself. A scalar that equals no
    /// other has no entry.
    ///
    /// Two scalars are equal if a mapping of the standard library leads from one to the other as a single scalar. This
    /// differs from simple case folding (Unicode, CaseFolding, C and S) in two ways, both corrected here. The library
    /// maps dotless ı, which folding keeps distinct. Three pairs also share an upper case of several scalars.
    static let equals: [UInt32: [UInt32]] = {
        var equals: [UInt32: [UInt32]] = [
            0x0390: [0x0390, 0x1FD3], 0x1FD3: [0x0390, 0x1FD3], 0x03B0: [0x03B0, 0x1FE3], 0x1FE3: [0x03B0, 0x1FE3],
            0xFB05: [0xFB05, 0xFB06], 0xFB06: [0xFB05, 0xFB06],
        ]
        for range in cased.ranges {
            for value in range {
                guard let scalar = Unicode.Scalar(value) else { continue }
                let properties = scalar.properties
                for mapped in [properties.lowercaseMapping, properties.uppercaseMapping, properties.titlecaseMapping] {
                    guard let other = mapped.unicodeScalars.first?.value, mapped.unicodeScalars.count == 1,
                        other != value, value != dotlessI
                    else { continue }
                    let merged = Array(Set((equals[value] ?? [value]) + (equals[other] ?? [other]))).sorted()
                    for member in merged { equals[member] = merged }
                }
            }
        }
        return equals
    }()

    private static let dotlessI: UInt32 = 0x131

    /// All scalars with a mapping: cased letters, Roman numerals, circled letters, and U+0345.
    private static let cased = ScalarSet(
        (ScalarSet(property: "LC")?.ranges ?? []) + (ScalarSet(property: "Nl")?.ranges ?? [])
            + [0x0345...0x0345, 0x24B6...0x24E9])
}

extension ScalarSet {
    /// The set with all scalars that differ from its members only in case.
    var ignoringCase: ScalarSet {
        var added: [ClosedRange<UInt32>] = []
        if ranges.allSatisfy({ $0.count < 64 }) && ranges.count < 64 {
            for range in ranges {
                for value in range { added += (CaseFolding.equals[value] ?? []).map { $0...$0 } }
            }
        } else {
            for (value, equal) in CaseFolding.equals where contains(value) { added += equal.map { $0...$0 } }
        }
        return ScalarSet(ranges + added)
    }
}

/// Which scalars are the same but for case.
enum CaseFolding {
    /// For each scalar that has another one equal to it but for case, all of them, itself included.
    ///
    /// Two are equal if one of the standard library's mappings leads from one to the other in a single scalar. Of
    /// simple case folding (Unicode, CaseFolding, C and S) this differs only where that maps dotless ı, which it keeps
    /// apart, and for three pairs whose upper case is the same but several scalars; both are put right here.
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

    /// Everything that has a mapping: the cased letters, Roman numerals, circled letters, and U+0345.
    private static let cased = ScalarSet(
        (ScalarSet(property: "LC")?.ranges ?? []) + (ScalarSet(property: "Nl")?.ranges ?? [])
            + [0x0345...0x0345, 0x24B6...0x24E9])
}

extension ScalarSet {
    /// The set with all scalars that equal one of its own but for case.
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

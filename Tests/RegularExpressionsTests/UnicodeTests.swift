import RegularExpressions
import Testing

@Suite struct `Properties of scalars` {
    /// Everything but the long stretches of one category: Han, Hangul, private use, and the empty planes.
    static let scalars = [
        0..<0x3410, 0x4DB0..<0x4E10, 0x9FF0..<0xAC10, 0xD790..<0xE010, 0xF8F0..<0x17010, 0x187F0..<0x20010,
        0x2A6D0..<0x2A710, 0x323A0..<0x323C0, 0x33470..<0x33490, 0xE0000..<0xE0200, 0x10FFF0..<0x110000,
    ].flatMap { $0.compactMap { Unicode.Scalar(UInt32($0)) } }

    static func utf8(_ scalars: some Sequence<Unicode.Scalar>) -> [UInt8] {
        scalars.flatMap { Array(String($0).utf8) }
    }

    /// Everything cased, and a little that is not.
    static let casedText =
        String(
            decoding: utf8(scalars.filter { $0.properties.changesWhenCaseMapped || $0.properties.isCased }),
            as: UTF8.self)
        + "1漢"

    static let names: [Unicode.GeneralCategory: String] = [
        .control: "Cc", .format: "Cf", .unassigned: "Cn", .privateUse: "Co", .lowercaseLetter: "Ll",
        .modifierLetter: "Lm", .otherLetter: "Lo", .titlecaseLetter: "Lt", .uppercaseLetter: "Lu", .spacingMark: "Mc",
        .enclosingMark: "Me", .nonspacingMark: "Mn", .decimalNumber: "Nd", .letterNumber: "Nl", .otherNumber: "No",
        .connectorPunctuation: "Pc", .dashPunctuation: "Pd", .closePunctuation: "Pe", .finalPunctuation: "Pf",
        .initialPunctuation: "Pi", .otherPunctuation: "Po", .openPunctuation: "Ps", .currencySymbol: "Sc",
        .modifierSymbol: "Sk", .mathSymbol: "Sm", .otherSymbol: "So", .lineSeparator: "Zl", .paragraphSeparator: "Zp",
        .spaceSeparator: "Zs",
    ]

    @Test func `are those of the standard library`() throws {
        let categories = Dictionary(grouping: Self.scalars, by: \.properties.generalCategory)
        for (category, members) in categories {
            let name = try #require(Self.names[category])
            #expect(try isAll(members, "\\p{\(name)}"), "\(name)")
        }
        func isWord(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.properties.generalCategory {
            case .spacingMark, .nonspacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation: true
            default: scalar.properties.isAlphabetic
            }
        }
        let assigned = Self.scalars.filter { $0.properties.generalCategory != .unassigned }
        #expect(try isAll(assigned.filter(isWord), "\\w"))
        #expect(try isAll(assigned.filter { !isWord($0) }, "\\W"))
        #expect(try isAll(assigned.filter(\.properties.isWhitespace), "\\s"))
        #expect(try isAll(assigned.filter { !$0.properties.isWhitespace }, "\\S"))
    }

    private func isAll(_ scalars: [Unicode.Scalar], _ pattern: String) throws -> Bool {
        var matcher = Matcher(try Pattern("\\A\(pattern)*\\z", ignoresCase: false))
        let text = Self.utf8(scalars)
        return matcher.matches(text, in: 0..<text.count)
    }

    @Test(
        arguments: [
            ("k", "kK\u{212A}"), ("s", "sSſ"), ("σ", "σςΣ"), ("ß", "ßẞ"), ("å", "åÅ\u{212B}"), ("µ", "µμΜ"),
            ("ǆ", "ǆǅǄ"), ("ι", "ιΙ\u{345}\u{1FBE}"), ("Ა", "Აა"), ("ⓐ", "ⓐⒶ"), ("ⅷ", "ⅷⅧ"), ("ꭰ", "ꭰᎠ"), ("i", "iI"),
            ("ı", "ı"), ("İ", "İ"), ("ﬅ", "ﬅﬆ"), ("1", "1"), ("漢", "漢"),
        ]
    )
    func `that are equal but for case match each other and nothing else`(scalar: String, equal: String) throws {
        let found = try matches(of: scalar, in: Self.casedText, ignoresCase: true)
        #expect(Set(found) == Set(equal.unicodeScalars.map { String($0) }))
    }

    @Test func `equal but for case are found through the mappings of the standard library`() throws {
        for scalar in Self.scalars where scalar.value % 7 == 0 && scalar.properties.changesWhenUppercased {
            let upper = scalar.properties.uppercaseMapping
            guard upper.unicodeScalars.count == 1, scalar != "ı" else { continue }
            #expect(try matches(of: String(scalar), in: upper, ignoresCase: true) == [upper])
        }
    }
}

extension ScalarSet {
    /// The scalars with the property White_Space.
    static let whiteSpace = ScalarSet([
        0x09...0x0D, 0x20...0x20, 0x85...0x85, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
        0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000,
    ])

    static let decimalDigit = ScalarSet(categories: ["nd"])

    /// Alphabetic, marks, decimal digits and connector punctuation. Alphabetic consists of letters, letter numbers,
    /// some marks, and the circled and squared letters listed here.
    static let word = ScalarSet(
        ScalarSet(categories: ["ll", "lm", "lo", "lt", "lu", "mc", "me", "mn", "nd", "nl", "pc"]).ranges
            + [0x24B6...0x24E9, 0x1F130...0x1F149, 0x1F150...0x1F169, 0x1F170...0x1F189])

    private init(categories: Set<String>) {
        let isMember = CategoryTable.names.map(categories.contains)
        var start: UInt32 = 0
        self.init(
            CategoryTable.runs.compactMap { run in
                defer { start += run >> 5 }
                return isMember[Int(run & 0x1F)] ? start...start + (run >> 5) - 1 : nil
            })
    }

    /// Creates the set of `\p{name}`: a general category by its short name, a group of categories by its letter or
    /// name, or a script. Case, spaces, `_` and `-` in the name are ignored. Returns nil if there is no such property.
    init?(property name: String) {
        var name = name.lowercased().filter { !" _-".contains($0) }
        for prefix in ["generalcategory=", "gc=", "script=", "sc="] where name.hasPrefix(prefix) {
            name.removeFirst(prefix.count)
        }
        let group: [String: String] = [
            "letter": "l", "mark": "m", "number": "n", "punctuation": "p", "symbol": "s", "separator": "z",
            "other": "c",
        ]
        name = group[name] ?? name
        if name == "any" {
            self.init([0...Self.last])
        } else if name == "lc" || name == "l&" {
            self.init(categories: ["ll", "lt", "lu"])
        } else if let script = ScriptTable.ranges[name] {
            self.init(stride(from: 0, to: script.count - 1, by: 2).map { script[$0]...script[$0 + 1] })
        } else {
            let found = CategoryTable.names.filter { $0 == name || (name.utf8.count == 1 && $0.hasPrefix(name)) }
            if found.isEmpty { return nil }
            self.init(categories: Set(found))
        }
    }

    /// Creates the set of `[:name:]`, in ASCII as in POSIX. Returns nil if there is no such class.
    init?(posix name: String) {
        switch name {
        case "alnum": self.init([0x30...0x39, 0x41...0x5A, 0x61...0x7A])
        case "alpha": self.init([0x41...0x5A, 0x61...0x7A])
        case "ascii": self.init([0x00...0x7F])
        case "blank": self.init([0x09...0x09, 0x20...0x20])
        case "cntrl": self.init([0x00...0x1F, 0x7F...0x7F])
        case "digit": self.init([0x30...0x39])
        case "graph": self.init([0x21...0x7E])
        case "lower": self.init([0x61...0x7A])
        case "print": self.init([0x20...0x7E])
        case "punct": self.init([0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E])
        case "space": self.init([0x09...0x0D, 0x20...0x20])
        case "upper": self.init([0x41...0x5A])
        case "word": self.init([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
        case "xdigit": self.init([0x30...0x39, 0x41...0x46, 0x61...0x66])
        default: return nil
        }
    }
}

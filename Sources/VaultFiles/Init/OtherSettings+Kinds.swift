import Notes
import SourceText
import System

/// The types of mdbase (https://mdbase.dev) and OKF (Open Knowledge Format), as kinds.
extension OtherSettings {
    /// The largest number of types that are proposed as kinds.
    private static let mostTypes = 50

    mutating func readOKF() {
        guard let bytes = bytes(["index.md"]), FrontMatter(bytes).mapping["okf_version"]?.text != nil else { return }
        programs.append("OKF")
        // Every file except these has a type, by which OKF distinguishes concepts.
        var kind = ConfigurationProposal.ProposedKind(
            "concept", [.init(query: "-name:index -name:log")], reason: "concepts of OKF")
        kind.required = ["type"]
        kind.optional = ["description", "resource", "timestamp"]
        kinds.append(kind)
    }

    /// Drops the parts of queries that name a key that no note has, because a query with such a key is an error, and kinds
    /// of which nothing remains.
    package mutating func keepKinds(ofKeys names: [String]) {
        let known = Set(names.map(FrontMatterKey.identity))
        func isKnown(_ key: String) -> Bool {
            known.contains(FrontMatterKey.identity(key)) || FrontMatterKey(named: key) != nil
        }
        for index in kinds.indices { kinds[index].alternatives.removeAll { !$0.keys.allSatisfy(isKnown) } }
        kinds.removeAll { $0.alternatives.isEmpty }
    }

    mutating func readMdbase() {
        guard let bytes = bytes(["mdbase.yaml"]) else { return }
        programs.append("mdbase")
        let settings = FrontMatter.document(bytes).0["settings"]?.mapping
        let folder = VaultPath(settings?["types_folder"]?.text ?? "_types")
        let keys = settings?["explicit_type_keys"]?.scalars ?? ["type", "types"]
        guard let path = VaultPath.root.resolving(folder), !path.isRoot,
            let names = try? Files.list(vault.fullPath(path)).map({ VaultPath(bytes: $0.name) })
        else { return }
        for name in names.sorted().filter({ $0.pathExtension == "md" && $0.isText }).prefix(Self.mostTypes) {
            let parts = (path.parts + [name]).map(\.text)
            guard let bytes = self.bytes(parts) else { continue }
            readType(FrontMatter(bytes).mapping, named: name.stem.text, in: path, keys: keys)
        }
    }

    private mutating func readType(_ type: YAMLMapping, named stem: String, in folder: VaultPath, keys: [String]) {
        let name = type["name"]?.text ?? stem
        guard Self.isShowable(name), type["schema"] != nil || type["fields"] != nil else { return }
        // A kind has one name in upper and lower case.
        if kinds.contains(where: { Folding.fold($0.name) == Folding.fold(name) }) { return }
        let selected = keys.filter(Self.isKey).map {
            ConfigurationProposal.ProposedKind.Alternative(query: "\($0):\(Self.term(name))", keys: [$0])
        }
        let matched = Self.alternative(type["match"]?.mapping).filter { !selected.contains($0) }
        var kind = ConfigurationProposal.ProposedKind(name, matched + selected, reason: "types of mdbase")
        if let fields = type["fields"]?.mapping {
            kind.required = fields.entries.filter { $0.value.mapping?["required"]?.boolean == true }.map(\.key)
            kind.optional = fields.entries.map(\.key)
        }
        let schema = type["schema"]?.mapping
        if let value = schema?["value"]?.mapping {
            kind.required = value["required"]?.scalars ?? []
            kind.optional = value["properties"]?.mapping?.entries.map(\.key) ?? []
        } else if let reference = schema?["ref"]?.text, Self.isShowable(reference),
            let path = folder.resolving(VaultPath(reference)), self.bytes(path.parts.map(\.text)) != nil
        {
            kind.schema = path.text
        }
        kind.required = kind.required.filter(Self.isKey)
        kind.optional = kind.optional.filter { Self.isKey($0) && !kind.required.contains($0) }
        kinds.append(kind)
    }

    /// Returns the query of `match:` in a type. Empty if it has none, or one without an equivalent.
    private static func alternative(_ match: YAMLMapping?) -> [ConfigurationProposal.ProposedKind.Alternative] {
        guard let match else { return [] }
        var (terms, keys): ([String], [String]) = ([], [])
        for entry in match.entries {
            switch entry.key {
            case "path_glob":
                let globs = entry.value.scalars.filter(isShowable).map { "path:\(term($0))" }
                if globs.isEmpty { return [] }
                terms.append(globs.count == 1 ? globs[0] : "(\(globs.joined(separator: " OR ")))")
            case "fields_present":
                let fields = entry.value.scalars.filter(isKey)
                terms += fields.map { "has:\($0)" }
                keys += fields
            case "where":
                for condition in entry.value.mapping?.entries ?? [] {
                    guard isKey(condition.key), let text = condition.value.text, isShowable(text) else { return [] }
                    terms.append("\(condition.key):\(term(text))")
                    keys.append(condition.key)
                }
            default: return []
            }
        }
        return terms.isEmpty ? [] : [.init(query: terms.joined(separator: " "), keys: keys)]
    }

    /// Returns the value of a term in a query.
    private static func term(_ text: String) -> String {
        text.contains(where: { " \"()".contains($0) }) ? "\"\(text.replacing("\"", with: ""))\"" : text
    }

    /// Whether a name is a key that a query can name without quotes.
    private static func isKey(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0.isLetter || $0.isDigit || "_-".utf8.contains($0) }
    }
}

extension YAMLValue {
    /// The entries of a mapping, or nil for another value.
    fileprivate var mapping: YAMLMapping? {
        guard case .mapping(let mapping, _) = content else { return nil }
        return mapping
    }
}

import Notes
import QueryLanguage
import SearchIndex
package import SourceText
package import VaultFiles

extension SettingsSurvey {
    /// The largest number of keys that are proposed.
    private static let mostDeclarations = 20
    /// The largest number of words that a key may have to be one of a few.
    private static let mostWords = 7

    /// Returns the types of keys of which all values have the same type, and which are in at least a fiftieth of the notes, or
    /// have this type in another program.
    ///
    /// - Parameter known: the types in the other program, by `FrontMatterKey.identity`.
    ///
    /// Complexity: O(properties).
    package func declarations(known: [String: PropertyDeclaration.ValueType])
        throws -> [ConfigurationProposal.ProposedType]
    {
        let least = max(3, try snapshot.index.noteCount() / 50)
        let found = try snapshot.index.lists.properties().compactMap {
            property -> ConfigurationProposal.ProposedType? in
            let typed = known[FrontMatterKey.identity(property.name)]
            guard typed != nil || property.notes >= least, FrontMatterKey(named: property.name) == nil,
                OtherSettings.isShowable(property.name), !property.name.contains(".")
            else { return nil }
            let kinds = property.kinds.filter { $0.kind != "null" }
            guard kinds.count == 1 else { return nil }
            guard let type = try type(of: property.name, kinds[0].kind, notes: property.notes),
                property.notes >= least || type == typed
            else { return nil }
            let isList = kinds[0].values > property.notes
            return ConfigurationProposal.ProposedType(
                key: property.name, type: type, isList: isList, notes: property.notes)
        }
        let most = found.sorted { ($1.notes, $0.key) < ($0.notes, $1.key) }.prefix(Self.mostDeclarations)
        return most.filter { !($0.isList && $0.isChoice) }.sorted { $0.key < $1.key }
    }

    private func type(of key: String, _ kind: String, notes: Int) throws -> PropertyDeclaration.ValueType? {
        switch kind {
        case "number": return .number(nil)
        case "date": return .date
        case "boolean": return .bool
        case "text": break
        default: return nil
        }
        let values = try ScopedCounts(snapshot.index).values(ofProperty: key).map(\.name)
        if values.allSatisfy({ $0.hasPrefix("[[") && $0.hasSuffix("]]") }) { return .link }
        let areWords = values.allSatisfy { value in
            value.utf8.count <= 30 && OtherSettings.isShowable(value) && !Keyword.normalized(value).isEmpty
                && !value.contains(where: { ",[]{}".contains($0) }) && value.split(separator: " ").count <= 3
        }
        // Fewer notes would say little about which words are possible.
        guard areWords, (2...Self.mostWords).contains(values.count), notes >= 3 * values.count else { return nil }
        return .values(values.sorted())
    }
}

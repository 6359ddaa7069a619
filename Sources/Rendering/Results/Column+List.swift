package import Searching
import SourceText

extension Column {
    /// Returns the columns that a list such as `path,title,due` names: built-in ones and front matter keys of a vault.
    ///
    /// - Throws: `UnknownColumn` for any other name.
    package static func list(_ names: String, in known: QueryNames) throws -> [Column] {
        try names.split(separator: ",", omittingEmptySubsequences: false).map { name in
            let name = String(name.drop { $0 == " " })
            if let column = try named(name, in: known) { return column }
            throw UnknownColumn(name, properties: try known.propertyNames())
        }
    }

    /// Returns the column with a name, or nil if there is none.
    package static func named(_ name: String, in known: QueryNames) throws -> Column? {
        try Column(named: name, keys: known.keyNames) { try known.isProperty($0) }
    }
}

extension UnknownColumn {
    /// Returns what to do about the error.
    ///
    /// - Parameter shown: returns a name as the user writes it.
    package func help(shown: (String) -> String = { $0 }) -> String {
        let names = Column.Standard.allCases.map(\.rawValue).joined(separator: ", ")
        return near.map { "did you mean '\(shown($0))'?" } ?? "valid fields: \(names), and any front matter key"
    }
}

import Arguments
import Rendering
import Searching

/// Parses the column names in `--fields` and `--template`: built-in columns and the front matter keys of a vault.
struct Columns {
    private let snapshot: VaultSnapshot

    init(_ snapshot: VaultSnapshot) { self.snapshot = snapshot }

    /// Parses a list such as `path,title,due`. Throws `UsageError` for an unknown name.
    func list(_ names: String) throws -> [Column] {
        try names.split(separator: ",", omittingEmptySubsequences: false).map { name in
            let name = String(name.drop { $0 == " " })
            guard let column = try column(name) else { throw try unknown(name, in: "--fields", shown: name) }
            return column
        }
    }

    func template(_ text: String) throws -> Template {
        do {
            return try Template(text, column: column)
        } catch let fault as Template.Fault {
            switch fault {
            case .unknown(let name): throw try unknown(name, in: "--template", shown: "{{\(name)}}")
            case .unclosed(let rest):
                throw UsageError.other(
                    "'--template': '{{\(rest)' has no '}}'", help: "write a literal brace as '\\{'")
            }
        }
    }

    /// Returns the column with a name, or nil if there is none.
    func column(_ name: String) throws -> Column? {
        try Column(named: name, keys: snapshot.keyNames) { try snapshot.queryNames.isProperty($0) }
    }

    private func unknown(_ name: String, in option: String, shown: String) throws -> UsageError {
        let unknown = UnknownColumn(name, properties: try snapshot.queryNames.propertyNames())
        let names = Column.Standard.allCases.map(\.rawValue).joined(separator: ", ")
        return .other(
            "'\(option)': there is no field or front matter key '\(shown)'",
            help: unknown.near.map { "did you mean '\(shown.hasPrefix("{{") ? "{{\($0)}}" : $0)'?" }
                ?? "valid fields: \(names), and any front matter key")
    }
}

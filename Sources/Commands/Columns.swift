import Arguments
import Rendering
import Searching

/// Parses the column names in `--fields` and `--template`: built-in columns and the front matter keys of a vault.
struct Columns {
    private let names: QueryNames

    init(_ snapshot: VaultSnapshot) { names = snapshot.queryNames }

    init(_ names: QueryNames) { self.names = names }

    /// Parses a list such as `path,title,due`. Throws `UsageError` for an unknown name.
    func list(_ list: String) throws -> [Column] {
        do {
            return try Column.list(list, in: names)
        } catch let unknown as UnknownColumn {
            throw Self.error(unknown, in: "--fields") { $0 }
        }
    }

    func template(_ text: String) throws -> Template<Column> {
        do {
            return try Template(text, column: column)
        } catch let fault as TemplateFault {
            switch fault {
            case .unknown(let name):
                let unknown = UnknownColumn(name, properties: try names.propertyNames())
                throw Self.error(unknown, in: "--template") { "{{\($0)}}" }
            case .unclosed(let rest):
                throw UsageError.other(
                    "'--template': '{{\(rest)' has no '}}'", help: "write a literal brace as '\\{'")
            }
        }
    }

    func column(_ name: String) throws -> Column? { try Column.named(name, in: names) }

    private static func error(
        _ unknown: UnknownColumn, in option: String, shown: (String) -> String
    ) -> UsageError {
        .other(
            "'\(option)': there is no field or front matter key '\(shown(unknown.name))'",
            help: unknown.help(shown: shown))
    }
}

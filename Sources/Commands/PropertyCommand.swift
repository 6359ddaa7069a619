import Arguments
import Rendering
import SearchIndex
import SourceText
import VaultCore

enum PropertyCommand {
    static let command = Program.SlipCommand(
        "property", "List front matter keys and their values.", subcommands: [list])

    private static let list = Program.SlipCommand(
        "list", "List every property, or the values of one.", words: ["[KEY]"],
        discussion: """
            Without KEY: every front matter key that is a property, with the number of notes that have it and the kinds
            of its values. With KEY: its values with the number of notes each.
            """,
        values: { 0 },
        run: { _, operands, context in
            let session = try context.session()
            try session.reading {
                guard let key = operands.first else {
                    let properties = try session.index.properties()
                    context.page()
                    for property in properties {
                        let kinds = property.kinds.map { "\($0.kind) \($0.values)" }.joined(separator: ", ")
                        try context.print("\(context.style.ink(property.name, .cyan))\t\(property.notes)\t\(kinds)")
                    }
                    if properties.isEmpty { context.status = 1 }
                    return
                }
                let name = Folding.fold(key)
                guard try session.isProperty(name) else {
                    let near = Nearest.match(name, among: try session.propertyNames())
                    throw VaultError(
                        "no note has the front matter key '\(key)'", help: near.map { "did you mean '\($0)'?" })
                }
                context.page()
                for value in try session.index.values(ofProperty: name) {
                    try context.print("\(context.style.plain(value.name))\t\(value.notes)")
                }
            }
        })
}

import Arguments
import Rendering
import Searching
import SourceText
import VaultFiles

/// `slip property`: lists front matter keys and their values.
enum PropertyCommand {
    static let command = SlipCommand(
        "property", "List front matter keys and their values.", subcommands: [list])

    private static let list = SlipCommand(
        "list", "List all front matter keys, or the values of one.", words: ["[KEY]"],
        options: ListOptions.options,
        discussion: """
            Without KEY: lists every front matter key with its number of notes and the types of its values. Keys with a
            meaning in slip come first. With KEY: lists its values with their numbers of notes, most frequent first.
            """,
        values: { ListOptions() },
        run: { options, operands, context in
            try context.read { snapshot in
                if let key = operands.first {
                    let found = try snapshot.lists.values(ofKey: key)
                    let values = options.order.map { $0.sorted(found, name: \.name, count: \.notes) } ?? found
                    return try options.print(
                        values, context, heading: [SafeText.escaped(key), "notes"],
                        empty: "no note has the front matter key '\(key)'"
                    ) { value in
                        [.text(value.name), .number(value.notes)]
                    } members: { value, json in
                        json.field("value", value.name)
                        json.field("notes", value.notes)
                    }
                }
                let found = try snapshot.lists.keys()
                let keys = options.order.map { $0.sorted(found, name: \.name, count: \.notes) } ?? found
                try options.print(keys, context, heading: ["key", "notes", "kinds"], empty: "no properties") { key in
                    let kinds = key.kinds.map { "\($0.kind) \($0.values)" }.joined(separator: ", ")
                    return [.text(key.name, .path), .number(key.notes), .text(kinds)]
                } members: { key, json in
                    json.field("key", key.name)
                    json.field("notes", key.notes)
                    json.object("kinds") { json in
                        for kind in key.kinds {
                            json.field(kind.kind, kind.values)
                        }
                    }
                }
            }
        })
}

import Arguments
import Editing
import Rendering
import Searching
import SourceText
import VaultFiles

/// `slip property`: lists, renames, converts and removes front matter keys.
enum PropertyCommand {
    static let command = SlipCommand(
        "property", "List and change front matter keys.", subcommands: [list, rename, convert, delete],
        usually: "list")

    private static let merge: Option<RenameOptions> = .flag(
        "merge", \.merges, "In notes that have both keys, make a list of both values.")

    private struct RenameOptions: Sendable {
        var change = ChangeOptions()
        var merges = false
    }

    private static let rename = SlipCommand(
        "rename", "Rename a front matter key in all notes.", words: ["OLD", "NEW"],
        options: ChangeOptions.ofNotes.map { $0.on(\RenameOptions.change) } + [merge],
        discussion: """
            Renames it in front matter, templates and saved searches. Only the bytes of the key change. Fails if a note has
            both keys, unless --merge is given.
            """,
        values: { RenameOptions() },
        run: { options, words, context in
            try options.change.change(context) { snapshot in
                let notes = try snapshot.notes(withKey: words[0])
                let plan = try KeyPlanner(snapshot).rename(words[0], to: words[1], merging: options.merges)
                if notes.isEmpty, plan.isEmpty { throw unknown(words[0], in: snapshot) }
                return PlannedChange(plan, of: notes) { _ in
                    "'\(words[0])' renamed to '\(words[1])' in \(Counted.notes(notes.count))"
                }
            }
        })

    private static let delete = SlipCommand(
        "delete", "Remove a front matter key from all notes.", words: ["KEY"],
        options: ChangeOptions.ofNotes(force: ChangeOptions.force("Remove it from notes")),
        discussion: """
            Removes the key with its values from notes and templates. Fails if notes have it, unless --force is given. Saved
            searches that use it are named.
            """,
        values: { ChangeOptions() },
        run: { options, words, context in
            try options.change(context) { snapshot in
                let notes = try snapshot.notes(withKey: words[0])
                let plan = try KeyPlanner(snapshot).delete(words[0])
                if notes.isEmpty, plan.isEmpty { throw unknown(words[0], in: snapshot) }
                if !notes.isEmpty, !options.force, !options.isDryRun {
                    throw VaultError(
                        "\(Counted.notes(notes.count)) \(notes.count == 1 ? "has" : "have") the key '\(words[0])'; nothing was changed",
                        help: "to remove it from them: --force")
                }
                return PlannedChange(plan, of: notes) { _ in
                    "'\(words[0])' removed from \(Counted.notes(notes.count))"
                }
            }
        })

    private struct ConvertOptions: Sendable {
        var change = ChangeOptions()
        var skips = false
    }

    private static let skip: Option<ConvertOptions> = .flag(
        "skip", \.skips, "Leave values that do not fit as they are, and convert the others.")

    private static let convert = SlipCommand(
        "convert", "Convert the values of a front matter key to a type, and declare it.", words: ["KEY", "TYPE"],
        options: ChangeOptions.ofNotes.map { $0.on(\ConvertOptions.change) } + [skip],
        discussion: """
            TYPE is text, number, date, bool, link, list, a range such as 1..5, 'list of' and a type, or words from the
            least to the greatest, such as low,medium,high. Numbers in quotes lose their quotes, 1.3.2024 becomes
            2024-03-01, yes becomes true, names of notes become links, and a single value becomes a list. Commas in a
            value without quotes separate the entries of the list. Fails if a value can mean several things, or does
            not fit, unless --skip is given. Only the bytes of the values change. The type is written to properties:
            in .slipbox/config.yaml.
            """,
        values: { ConvertOptions() },
        run: { options, words, context in
            guard let type = PropertyDeclaration.type(written: words[1]) else {
                throw UsageError.other(
                    "'\(words[1])' is not a type",
                    help:
                        "types are: text, number, date, bool, link, list, 1..5, 'list of link', or words: low,medium,high"
                )
            }
            try options.change.change(context) { snapshot in
                var conversion = try ConversionPlanner(snapshot).convert(words[0], to: type)
                let isKnown = try snapshot.queryNames.isProperty(Folding.fold(words[0]))
                let isDeclared = snapshot.vault.configuration.properties[words[0]] != nil
                if !isKnown, !isDeclared { throw unknown(words[0], in: snapshot) }
                let declaration = PropertyDeclaration(words[0], type)
                let misfits = conversion.misfits
                let lines = misfits.map { "\($0.path.text):\($0.line): \($0.value)" }
                if !misfits.isEmpty, !options.skips, !options.change.isDryRun {
                    ChangeOptions.list(lines, in: context)
                    let count = Counted.of(misfits.count, "value")
                    throw VaultError(
                        "\(count) of '\(words[0])' cannot be converted to \(declaration.description); nothing was changed",
                        at: misfits[0].path, line: misfits[0].line,
                        help: "correct them, or leave them as they are: --skip")
                }
                conversion.plan.notices += lines.prefix(20).map { "\($0) stays as it is" }
                let changed = conversion.plan.writes(to: Set(conversion.notes))
                return PlannedChange(conversion.plan, of: conversion.notes) { _ in
                    "'\(words[0])' converted to \(declaration.description) in \(Counted.notes(changed))"
                        + (misfits.isEmpty ? "" : ", \(Counted.of(misfits.count, "value")) skipped")
                }
            }
        })

    private static func unknown(_ key: String, in snapshot: VaultSnapshot) -> VaultError {
        let near = (try? snapshot.queryNames.propertyNames()).flatMap { Nearest.match(Folding.fold(key), among: $0) }
        return VaultError(
            "no note has the front matter key '\(SafeText.escaped(key))'",
            help: near.map { "did you mean '\(SafeText.escaped($0))'?" } ?? "slip property list")
    }

    private static let list = SlipCommand(
        "list", "List all front matter keys, or the values of one.", words: ["[KEY]"],
        options: ListOptions.options,
        discussion: """
            Without KEY: lists every front matter key with its number of notes and the types of its values. Keys with a
            meaning in slip come first, and declared types are shown with the notes that do not fit. With KEY: lists its values with their numbers of notes, most frequent first.
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
                let declares = !snapshot.vault.configuration.properties.isEmpty
                let heading = ["key", "notes", "kinds"] + (declares ? ["type"] : [])
                try options.print(keys, context, heading: heading, empty: "no properties") { key in
                    let kinds = key.kinds.map { "\($0.kind) \($0.values)" }.joined(separator: ", ")
                    let type = key.declaration.map { $0.values?.joined(separator: " < ") ?? $0.name } ?? ""
                    let usual = key.declaration?.defaultValue.map { " (default: \($0))" } ?? ""
                    let misfits = key.misfits > 0 ? ", not in \(Counted.notes(key.misfits))" : ""
                    return [.text(key.name, .path), .number(key.notes), .text(kinds)]
                        + (declares ? [.text(type + usual + misfits)] : [])
                } members: { key, json in
                    json.field("key", key.name)
                    json.field("notes", key.notes)
                    json.object("kinds") { json in
                        for kind in key.kinds {
                            json.field(kind.kind, kind.values)
                        }
                    }
                    guard let declaration = key.declaration else { return }
                    json.field("type", declaration.name)
                    if let values = declaration.values { json.field("values", values) }
                    json.field("misfits", key.misfits)
                    if let value = declaration.defaultValue { json.field("default", value) }
                }
            }
        })
}

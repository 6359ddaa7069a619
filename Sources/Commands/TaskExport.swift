import Arguments
import QueryLanguage
import Searching
import SourceText
import System
import VaultFiles

/// `slip export --ics`: tasks as a calendar file.
struct TaskExport {
    private let values: ExportCommand.OptionValues
    private let file: Argument

    init(_ values: ExportCommand.OptionValues, _ file: Argument) {
        self.values = values
        self.file = file
    }

    func run(_ words: [String], in context: CommandContext) throws {
        for (option, isGiven) in [("--html", values.site != nil), ("--format", values.format != nil)] where isGiven {
            throw UsageError.other("'--ics' cannot be combined with '\(option)'", help: "leave out '\(option)'")
        }
        let joined = QueryText.joined(words)
        for notice in joined.notices { context.notice(SafeText.escaped(notice)) }
        var options = TaskCalendar.options(query: joined.query)
        if let vaults = try context.severalVaults(values.vaults) {
            try values.place.refuse()
            return try context.read(vaults, with: values.vaults) { collection in
                let list = try collection.tasks(options) { context.leaveOut($0, because: $1, values.vaults) }
                try write(list, in: context) { $0.vault?.root ?? [] }
            }
        }
        try context.read { snapshot in
            options.place = SearchPlace(
                values.place.chosenScope(snapshot.vault), try values.place.chosenFolder(snapshot, in: context))
            try write(try TaskList.find(options, in: snapshot), in: context) { _ in snapshot.vault.root }
        }
    }

    /// Whether a file that exists is an iCalendar file (RFC 5545, section 3.4), which an export may replace.
    private func isCalendar(_ path: [UInt8], _ status: FileStatus) throws -> Bool {
        let start = Array("BEGIN:VCALENDAR".utf8)
        guard status.kind == .regular else { return false }
        var bytes = [UInt8](repeating: 0, count: start.count)
        return try Files.read(path, into: &bytes) == start.count && bytes == start
    }

    private func write(
        _ list: TaskList, in context: CommandContext, root: @escaping (TaskList.Entry) -> [UInt8]
    ) throws {
        for notice in list.notices { QueryOptions.report(notice, in: context) }
        let calendar = TaskCalendar(list, values.exportsEvents ? .events : .todos) { entry in
            let path = root(entry) + [Byte.slash] + entry.task.path.bytes
            let encoded = path.percentEncoded { $0.isLetter || $0.isDigit || "-._~/".utf8.contains($0) }
            return "file://" + String(decoding: encoded, as: UTF8.self)
        }
        if calendar.count == 0 {
            context.notice("no tasks with a date found")
            context.status = 1
        }
        if file == "-" { return try context.write(calendar.bytes) }
        let name = SafeText.escaped(file.shown)
        do {
            let path = context.full(file)
            if let status = try FileStatus.ifThere(path), try !isCalendar(path, status) {
                throw VaultError(
                    "'\(name)' exists and is not a calendar", help: "choose another name, or - to print it")
            }
            try Files.replace(path, calendar.bytes, mode: 0o644)
        } catch let error as SystemError {
            throw VaultError("cannot write '\(name)': \(error.reason)")
        }
        context.notice("\(calendar.count) tasks written to '\(SafeText.escaped(file.shown))'")
    }
}

import SourceText

/// The settings of plugins of Obsidian.
extension OtherSettings {
    /// Takes over the daily notes, those of the plugin Periodic Notes if they are enabled there.
    mutating func readDaily(ofObsidian core: JSONValue?, _ periodic: JSONValue?) {
        func isEnabled(_ period: String) -> Bool { periodic?[period]?.truth("enabled") == true }
        for period in ["weekly", "monthly", "quarterly", "yearly"] where isEnabled(period) {
            notices.append("\(period) notes, which slip does not create")
        }
        let settings = isEnabled("daily") ? periodic?["daily"] : core
        let format = settings?.text("format").flatMap { $0.isEmpty ? nil : $0 }
        guard let folder = settings?.text("folder"), let quoted = quotedFolder(folder) else {
            if let format, format != "YYYY-MM-DD", Self.isShowable(format) {
                notices.append("daily notes as \(format)")
            }
            return
        }
        takeDaily(folder, DailyFormat.moment.name(format ?? "YYYY-MM-DD"), of: "Obsidian")
        if let template = settings?.text("template"), !template.isEmpty { takeDailyTemplate(template) }
        if daily == nil {
            let shown = format.flatMap { Self.isShowable($0) ? " as \($0)" : nil }
            notices.append("daily notes in \(quoted)\(shown ?? "")")
        }
    }

    /// Takes over the template of daily notes, and its folder if there is no other one. A template with fields that slip
    /// does not fill is reported.
    ///
    /// - Parameter path: the path of the template from the root, with or without its extension.
    private mutating func takeDailyTemplate(_ path: String) {
        guard daily != nil, Self.isShowable(path), var file = VaultPath.root.resolving(VaultPath(path)) else { return }
        if file.pathExtension != "md" { file = VaultPath("\(file.text).md") }
        let folder = writing.templateFolder ?? visibleFolder(file.folder.text)
        let notice = "the template '\(file.text)' of daily notes"
        guard let folder, file.isInside(folder), let bytes = bytes(file.parts.map(\.text)) else {
            return notices.append(notice)
        }
        if let field = DailyFormat.unfilledField(in: String(decoding: bytes, as: UTF8.self)) {
            let reason = Self.isShowable(field) ? ", because slip does not fill \(field)" : ""
            return notices.append(notice + reason)
        }
        writing.templateFolder = folder
        daily?.notes.template = file.relative(to: folder).withoutExtension.text
    }

    /// Takes over the place of the next task of a recurring one from the plugin Tasks.
    mutating func readTasks(_ settings: JSONValue) {
        writesNextTaskBelow = settings.truth("recurrenceOnNextLine")
        if let filter = settings.text("globalFilter"), !filter.isEmpty, Self.isShowable(filter) {
            notices.append("only tasks with \(filter) count there, but all tasks here")
        }
    }
}

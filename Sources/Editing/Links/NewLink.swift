import Notes
package import Searching
package import SourceText
import VaultFiles

/// A link that is written for the first time: to a note or a file, in the form that a vault has.
package struct NewLink {
    package enum Form: Hashable, Sendable { case wiki, markdown }
    package enum Name: Hashable, Sendable { case name, path, title }

    private let session: VaultSession
    private let folder: VaultPath
    private let name: Name

    /// - Parameters:
    ///   - folder: that of the note which the link is to stand in.
    ///   - name: what the target is called.
    package init(_ session: VaultSession, from folder: VaultPath, by name: Name = .name) {
        self.session = session
        self.folder = folder
        self.name = name
    }

    /// The shortest text that means a file alone, in double brackets; nil where none can be written.
    ///
    /// - Parameter title: what the note is called where that is wanted.
    package func reference(to path: VaultPath, title: String?) throws -> String? {
        let isNote = session.vault.configuration.extensions.contains(path.pathExtension)
        let whole = isNote ? path.withoutExtension : path
        var ways: [String] = []
        if name == .title, let title { ways.append(title) }
        if name == .path { ways.append(whole.text) }
        let count = whole.parts.count
        ways += (1...max(1, count)).compactMap { whole.end($0)?.text }
        ways += [path.text, "/" + path.text]
        var second: String?
        for way in ways where LinkText.written(way, .wiki) != nil {
            let end = try session.linkTargets.end(of: way, from: folder)
            guard end.path == path else { continue }
            if end.rivals.isEmpty { return way }
            second = second ?? way
        }
        return second
    }

    /// The same; where neither name nor path can stand in double brackets, an alias, the id or the title.
    ///
    /// For example, `[[C# notes]]` would be a link to the heading `notes` of a note `C`.
    package func reference(to choice: NoteChoice) throws -> String? {
        if let reference = try reference(to: choice.path, title: choice.title) { return reference }
        let names = choice.aliases + [choice.id, choice.title].compactMap { $0 }
        return try names.first { name in
            guard LinkText.written(name, .wiki) != nil else { return false }
            let end = try session.linkTargets.end(of: name, from: folder)
            return end.path == choice.path && end.rivals.isEmpty
        }
    }

    /// A whole link to a note that the user chose, by a name that can stand in double brackets, else by its path in
    /// Markdown's form.
    ///
    /// - Parameter label: what a reader sees.
    /// - Returns: nil for an embed of a note that no name in double brackets means.
    package func text(
        to choice: NoteChoice, _ form: Form, label: String, isEmbed: Bool = false
    ) throws -> (text: String, form: Form)? {
        if form == .wiki, let reference = try reference(to: choice) {
            let bar = Self.saysTheSame(reference, label) || isEmbed ? "" : "|\(Self.wikiLabel(label))"
            return ("\(isEmbed ? "!" : "")[[\(reference)\(bar)]]", .wiki)
        }
        if isEmbed { return nil }
        return ("[\(Self.markdownLabel(label))](\(destination(to: choice.path)))", .markdown)
    }

    /// A whole link.
    ///
    /// - Parameters:
    ///   - fragment: the part that it is to name.
    ///   - label: what a reader sees; nil for the title where that is another than the name.
    package func text(
        to path: VaultPath, title: String, _ form: Form, fragment: String? = nil, label: String? = nil,
        isEmbed: Bool = false
    ) throws -> String? {
        let sign = isEmbed ? "!" : ""
        switch form {
        case .wiki:
            guard let reference = try reference(to: path, title: title) else { return nil }
            let part = fragment.map { "#\($0)" } ?? ""
            let shown = label ?? (Self.saysTheSame(reference, title) || isEmbed ? nil : title)
            let bar = shown.map { "|\(Self.wikiLabel($0))" } ?? ""
            return "\(sign)[[\(reference)\(part)\(bar)]]"
        case .markdown:
            let label = Self.markdownLabel(label ?? title)
            return "\(sign)[\(label)](\(destination(to: path))\(fragment.map { "#\($0)" } ?? ""))"
        }
    }

    /// The path from here as a Markdown link holds it.
    package func destination(to path: VaultPath, isAngle: Bool = false) -> String {
        let relative = path.relative(to: folder).text
        return LinkText.written(relative, isAngle ? .angle : .bare).map { String(decoding: $0, as: UTF8.self) }
            ?? relative
    }

    /// The anchor that a heading has in Markdown links.
    package static func slug(_ heading: String) -> String { OpenNote.slug(heading) }

    /// Whether a reader who sees the one knows the other.
    private static func saysTheSame(_ reference: String, _ title: String) -> Bool {
        Folding.fold(VaultPath(reference).name.text) == Folding.fold(title)
    }

    static func wikiLabel(_ text: String) -> String {
        text.replacing("|", with: "-").replacing("[", with: "(").replacing("]", with: ")")
    }

    static func markdownLabel(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]")
    }
}

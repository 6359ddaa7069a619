import Notes
package import SourceText
import VaultFiles

/// The text of a new link to a note or file, in the form that the vault uses.
package struct NewLink {
    package enum Form: Hashable, Sendable { case wiki, markdown }
    package enum NameKind: Hashable, Sendable { case name, path, relative, title }

    private let snapshot: VaultSnapshot
    private let folder: VaultPath
    private let name: NameKind

    /// - Parameters:
    ///   - folder: the folder of the note with the link.
    ///   - name: the kind of name for the target (default: that in the configuration).
    package init(_ snapshot: VaultSnapshot, from folder: VaultPath, by name: NameKind? = nil) {
        self.snapshot = snapshot
        self.folder = folder
        self.name = name ?? Self.usualName(snapshot.vault.configuration.links.path)
    }

    private static func usualName(_ path: LinkSettings.Path) -> NameKind {
        switch path {
        case .shortest: .name
        case .relative: .relative
        case .absolute: .path
        }
    }

    /// Returns a text for double brackets that leads to a file: the preferred kind of name, else the shortest end of
    /// its path that only this file matches. If other files match them all, returns the first that leads to the file.
    /// Returns nil if none does.
    ///
    /// - Parameter title: the note's title, used if titles are preferred.
    package func reference(to path: VaultPath, title: String?) throws -> String? {
        let isNote = snapshot.vault.configuration.extensions.contains(path.pathExtension)
        let whole = isNote ? path.withoutExtension : path
        var ways: [String] = []
        if name == .title, let title { ways.append(title) }
        // Other programs know such a note only by its title.
        let fileTitle = snapshot.rules.fileTitle(path.name)
        if isNote, fileTitle != path.stem.text { ways.append(fileTitle) }
        if name == .path { ways.append(whole.text) }
        if name == .relative { ways.append(whole.relative(to: folder).text) }
        let count = whole.parts.count
        ways += (1...max(1, count)).compactMap { whole.end($0)?.text }
        ways += [path.text, "/" + path.text]
        var second: String?
        for way in ways where Link.Style.wiki.written(way) != nil {
            let end = try snapshot.linkTargets.target(of: way, from: folder)
            guard end.path == path else { continue }
            if end.rivals.isEmpty { return way }
            second = second ?? way
        }
        return second
    }

    /// Returns a text for double brackets that leads to a note. If neither name nor path can be used, it is an alias,
    /// the id or the title. Returns nil if there is none.
    ///
    /// For example, `[[C# notes]]` would be a link to the heading `notes` of a note `C`.
    package func reference(to choice: NoteChoice) throws -> String? {
        if let reference = try reference(to: choice.path, title: choice.title) { return reference }
        let names = choice.aliases + [choice.id, choice.title].compactMap { $0 }
        return try names.first { name in
            guard Link.Style.wiki.written(name) != nil else { return false }
            let end = try snapshot.linkTargets.target(of: name, from: folder)
            return end.path == choice.path && end.rivals.isEmpty
        }
    }

    /// Returns a link to the note that the user chose, and its form. A link in double brackets that cannot be written
    /// becomes a Markdown link.
    ///
    /// - Parameter label: the visible text.
    /// - Returns: nil for an embed if no text in double brackets matches the note.
    package func text(
        to choice: NoteChoice, _ form: Form, label: String, isEmbed: Bool = false
    ) throws -> (text: String, form: Form)? {
        if form == .wiki, let reference = try reference(to: choice) {
            let bar = Self.matches(reference, label) || isEmbed ? "" : "|\(Self.wikiLabel(label))"
            return ("\(isEmbed ? "!" : "")[[\(reference)\(bar)]]", .wiki)
        }
        if isEmbed { return nil }
        return ("[\(Self.markdownLabel(label))](\(try newDestination(to: choice.path)))", .markdown)
    }

    /// Returns a link in a form, or nil if the form is double brackets and no text in them leads to the target.
    ///
    /// - Parameters:
    ///   - fragment: the fragment of the link.
    ///   - label: the visible text as Markdown (default: the title; in double brackets only if it differs from the name).
    package func text(
        to path: VaultPath, title: String, _ form: Form, fragment: String? = nil, label: String? = nil,
        isEmbed: Bool = false
    ) throws -> String? {
        let sign = isEmbed ? "!" : ""
        switch form {
        case .wiki:
            guard let reference = try reference(to: path, title: title) else { return nil }
            let part = fragment.map { "#\($0)" } ?? ""
            let shown = label ?? (Self.matches(reference, title) || isEmbed ? nil : title)
            let bar = shown.map { "|\(Self.wikiLabel($0))" } ?? ""
            return "\(sign)[[\(reference)\(part)\(bar)]]"
        case .markdown:
            let label = label.map(Self.label(ofSource:)) ?? Self.markdownLabel(title)
            return "\(sign)[\(label)](\(try newDestination(to: path))\(fragment.map { "#\($0)" } ?? ""))"
        }
    }

    /// Returns the destination of a new Markdown link: the path from the note's folder, which other programs follow too.
    /// If the configuration asks for paths from the root, and that path leads to the target, returns that path.
    package func newDestination(to path: VaultPath, isAngle: Bool = false) throws -> String {
        let isAbsolute =
            try name == .path && snapshot.linkTargets.target(of: path.text, from: folder).path == path
        return isAbsolute ? Self.destination(path.text, isAngle) : destination(to: path, isAngle: isAngle)
    }

    /// Returns the destination of a Markdown link, as the path from the note's folder.
    package func destination(to path: VaultPath, isAngle: Bool = false) -> String {
        Self.destination(path.relative(to: folder).text, isAngle)
    }

    private static func destination(_ path: String, _ isAngle: Bool) -> String {
        (isAngle ? Link.Style.angle : .bare).written(path).map { String(decoding: $0, as: UTF8.self) } ?? path
    }

    /// Returns whether a reference ends in the title, ignoring case and diacritics, so that a label would repeat it.
    private static func matches(_ reference: String, _ title: String) -> Bool {
        Folding.fold(VaultPath(reference).name.text) == Folding.fold(title)
    }

    /// Returns a text as the label of a link in double brackets, without the signs that end it.
    package static func wikiLabel(_ text: String) -> String {
        // Most texts have none of the signs, and each replacement costs more than this test.
        guard text.utf8.contains(where: { $0 == Byte.bar || $0 == Byte.leftBracket || $0 == Byte.rightBracket }) else {
            return text
        }
        return text.replacing("|", with: "-").replacing("[", with: "(").replacing("]", with: ")")
    }

    /// Returns Markdown as the label of a Markdown link. Brackets that would end it are escaped.
    private static func label(ofSource text: String) -> String {
        let inlines = Inline.all(in: "[\(text)](x)")
        if inlines.count == 1, case .link = inlines[0].kind { return text }
        return escaped(text, signs: brackets)
    }

    /// Returns a text as the label of a Markdown link. Signs are escaped if they would be markup there, or with a sign
    /// outside of the link.
    package static func markdownLabel(_ text: String) -> String {
        let label = escaped(text, signs: brackets)
        guard text.utf8.contains(where: { markup.contains($0) }), Inline.all(in: label).plainText != text else {
            return label
        }
        return escaped(text, signs: brackets + markup)
    }

    /// Returns a text as the Markdown of a line. Signs are escaped only if they would be markup there.
    ///
    /// - Parameter beginsLine: whether a sign such as `#` could begin another block.
    package static func markdownText(_ text: String, beginsLine: Bool) -> String {
        var shown = text
        for signs in [brackets, brackets + markup] where Inline.all(in: shown).plainText != text {
            shown = escaped(text, signs: signs)
        }
        guard beginsLine, let sign = blockSign(shown) else { return shown }
        return "\(shown[..<sign])\\\(shown[sign...])"
    }

    /// Returns the place of the sign with which a line begins a heading, a list, a quote, code or a rule (CommonMark 4, 5).
    /// Nil if it begins a paragraph.
    private static func blockSign(_ line: String) -> String.Index? {
        guard let first = line.first else { return nil }
        let run = line.prefix { $0 == first }
        let rest = line[run.endIndex...]
        let isAlone = rest.first.map { $0 == " " } ?? true
        let isRule = line.filter { $0 != " " }.count >= 3 && line.allSatisfy { $0 == first || $0 == " " }
        switch first {
        case ">": return line.startIndex
        case "#": return run.count <= 6 && isAlone ? line.startIndex : nil
        case "-", "+", "*", "_":
            let isItem = first != "_" && run.count == 1 && isAlone
            return isItem || first != "+" && isRule ? line.startIndex : nil
        case "~", "`": return run.count >= 3 ? line.startIndex : nil
        default:
            let digits = line.prefix { $0.isASCII && $0.isNumber }
            let end = line[digits.endIndex...]
            guard !digits.isEmpty, end.first == "." || end.first == ")", end.dropFirst().first ?? " " == " " else {
                return nil
            }
            return end.startIndex
        }
    }

    /// Returns a text in bold.
    package static func bold(_ text: String) -> String {
        let plain = "**\(escaped(text, signs: brackets))**"
        return Inline.all(in: plain).plainText == text ? plain : "**\(escaped(text, signs: brackets + markup))**"
    }

    /// Code, formulas and HTML may begin before a link and end in it.
    private static let brackets = Array("\\[]`$<".utf8)
    private static let markup = Array("*_&~=".utf8)

    /// Returns a text with a backslash before some signs (CommonMark 2.4). A backtick, which could end code that begins
    /// before it, and a `<` that may begin HTML become entities: a backslash changes nothing there.
    private static func escaped(_ text: String, signs: [UInt8]) -> String {
        guard text.utf8.contains(where: signs.contains) else { return text }
        let old = Array(text.utf8)
        var bytes: [UInt8] = []
        for (index, byte) in old.enumerated() {
            if byte == Byte.backtick {
                bytes += Array("&#96;".utf8)
                continue
            }
            if byte == Byte.less {
                let next = index + 1 < old.count ? old[index + 1] : Byte.space
                bytes += next.isLetter || Array("/!?".utf8).contains(next) ? Array("&lt;".utf8) : [byte]
                continue
            }
            if signs.contains(byte) { bytes.append(Byte.backslash) }
            bytes.append(byte)
        }
        return bytes.text(bytes.indices)
    }
}

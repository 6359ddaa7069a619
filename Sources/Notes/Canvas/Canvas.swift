package import SourceText

/// A canvas, which shows notes and attachments on a plane: https://jsoncanvas.org/spec/1.0/
///
/// It is no note, but refers to notes and attachments: by `file` nodes, by the background of a group, and by links in
/// `text` nodes. The ranges of its references are those of the file, also inside of strings with escapes.
package struct Canvas: Sendable {
    /// A node with a file, whose strings an edit can change.
    package struct FileNode: Hashable, Sendable {
        /// The index in `references`.
        package var reference: Int
        /// The content of the strings that are the key `file`, and the value of `type`. Nil for a background.
        package var key: Range<Int>?
        package var type: Range<Int>?
        /// Whether the node also has a `text`.
        package var hasText = false
    }

    /// Whether the file is a canvas. An empty file is a new one.
    package let isReadable: Bool
    /// The references in the order of the file.
    package private(set) var references: [Reference] = []
    package private(set) var fileNodes: [FileNode] = []
    /// The texts that a search finds: those of text nodes, and the labels of groups and edges.
    package private(set) var texts: [String] = []

    /// Returns whether a path is that of a canvas, by its extension.
    package static func isCanvas(_ path: VaultPath) -> Bool { path.pathExtension == fileExtension }
    package static let fileExtension = "canvas"

    /// Parses a canvas. Nodes and members that the format does not define are ignored.
    ///
    /// - Complexity: O(bytes).
    package init(_ bytes: [UInt8]) {
        if bytes[bytes.textStart...].allSatisfy(\.isWhiteSpace) {
            isReadable = true
            return
        }
        guard let json = LocatedJSON(bytes), case .object = json.value else {
            isReadable = false
            return
        }
        isReadable = true
        var reader = CanvasReader(bytes, json.strings)
        reader.read(json.value)
        // Members may come in any order.
        let order = reader.references.indices.sorted {
            reader.references[$0].range.lowerBound < reader.references[$1].range.lowerBound
        }
        references = order.map { reader.references[$0] }
        let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($0.element, $0.offset) })
        fileNodes = reader.fileNodes.compactMap { node in
            places[node.reference].map {
                FileNode(reference: $0, key: node.key, type: node.type, hasText: node.hasText)
            }
        }
        texts = reader.texts
    }
}

/// Collects the references and texts of a canvas.
private struct CanvasReader {
    private let bytes: [UInt8]
    private let strings: [Range<Int>]
    /// The number of strings that were passed.
    private var passed = 0
    private(set) var references: [Reference] = []
    private(set) var fileNodes: [Canvas.FileNode] = []
    private(set) var texts: [String] = []

    init(_ bytes: [UInt8], _ strings: [Range<Int>]) {
        self.bytes = bytes
        self.strings = strings
    }

    /// A member whose value is a string, with the contents of both strings.
    private struct Member {
        var key: Range<Int>
        var whole: Range<Int>
        var text: String

        var content: Range<Int> { whole.lowerBound + 1..<whole.upperBound - 1 }
    }

    mutating func read(_ canvas: JSONValue) {
        for member in canvas.members {
            passed += 1
            guard ["nodes", "edges"].contains(member.name), case .array(let elements) = member.value else {
                skip(member.value)
                continue
            }
            for element in elements {
                let members = self.members(of: element)
                if let label = members["label"] { texts.append(label.text) }
                if member.name == "nodes" {
                    addNode(members, hasText: element.members.contains { $0.name == "text" })
                }
            }
        }
    }

    /// Passes a value and returns its members that are strings. Of duplicate names, the last counts.
    private mutating func members(of element: JSONValue) -> [String: Member] {
        guard case .object(let all) = element else {
            skip(element)
            return [:]
        }
        var members: [String: Member] = [:]
        for member in all {
            let key = strings[passed]
            passed += 1
            if case .string(let text) = member.value {
                members[member.name] = Member(
                    key: key.lowerBound + 1..<key.upperBound - 1, whole: strings[passed], text: text)
            } else {
                members[member.name] = nil
            }
            skip(member.value)
        }
        return members
    }

    /// Passes the strings of a value.
    private mutating func skip(_ value: JSONValue) {
        switch value {
        case .string: passed += 1
        case .array(let values): for value in values { skip(value) }
        case .object(let members):
            for member in members {
                passed += 1
                skip(member.value)
            }
        case .null, .bool, .number, .raw: break
        }
    }

    private mutating func addNode(_ members: [String: Member], hasText: Bool) {
        let type = members["type"]
        if let file = members["file"], type?.text ?? "file" == "file" {
            var reference = reference(to: file)
            if let subpath = members["subpath"], subpath.text.hasPrefix("#"), subpath.text.utf8.count > 1 {
                reference?.fragment = String(subpath.text.dropFirst())
                let content = subpath.content
                if bytes[content].first == Byte.hash {
                    reference?.fragmentRange = content.lowerBound + 1..<content.upperBound
                }
            }
            add(reference, key: file.key, type: type?.content, hasText: hasText)
        }
        if let background = members["background"] {
            add(reference(to: background), key: nil, type: nil, hasText: hasText)
        }
        guard let text = members["text"] else { return }
        texts.append(text.text)
        let content = JSONText(bytes, text.whole)
        references += Body(content.bytes).links.map { Reference($0.moved(content.source)) }
    }

    private mutating func add(_ reference: Reference?, key: Range<Int>?, type: Range<Int>?, hasText: Bool) {
        guard let reference else { return }
        fileNodes.append(Canvas.FileNode(reference: references.count, key: key, type: type, hasText: hasText))
        references.append(reference)
    }

    private func reference(to file: Member) -> Reference? {
        if file.text.isEmpty || file.text.contains("://") { return nil }
        return Reference(canvasFile: file.text, at: file.content)
    }
}

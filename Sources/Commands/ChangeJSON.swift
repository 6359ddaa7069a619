import Editing
import Rendering
import SourceText
import VaultFiles

/// The result of a changing command, or of its dry run, as one JSON object.
enum ChangeJSON {
    /// Returns the title of a plan, its operations and its notices, without the operations that only prepare the trash.
    ///
    /// - Parameters:
    ///   - isDone: whether the plan was carried out.
    ///   - showsPatches: whether to include the patch of each write (default: only if the plan was not carried out).
    ///   - path: the path of the new file, if the command creates one.
    ///   - capture: the new text, if the command adds one.
    ///   - remarks: what the command did because of other programs (`CommandContext.remarks`).
    static func text(
        _ plan: ChangePlan, isDone: Bool, showsPatches: Bool? = nil, path: VaultPath? = nil,
        capture: CapturePlan? = nil, remarks: [String] = []
    ) -> String {
        var json = JSONWriter()
        json.object { json in
            json.field("title", plan.title)
            json.field("done", isDone)
            if let path = path ?? capture?.path { json.path("path", path) }
            if let capture {
                json.field("line", capture.line)
                json.field("lines", capture.lines)
                json.field("hash", ContentHash.text(of: capture.content))
            }
            json.objects("operations", of: plan.operations.lazy.filter { !$0.isOfTrash }) { operation, json in
                write(operation, showsPatches ?? !isDone, to: &json)
            }
            json.field("remarks", remarks + plan.notices)
        }
        return json.text
    }

    /// Prints the result of a change, or of its dry run, with the remarks of the command. See `text`.
    static func print(
        _ plan: ChangePlan, isDone: Bool, path: VaultPath? = nil, capture: CapturePlan? = nil,
        in context: CommandContext
    ) throws {
        try context.print(text(plan, isDone: isDone, path: path, capture: capture, remarks: context.remarks))
    }

    private static func write(_ operation: FileOperation, _ showsPatches: Bool, to json: inout JSONWriter) {
        func start(_ kind: String, _ path: VaultPath) {
            json.field("operation", kind)
            json.path("path", path)
        }
        switch operation {
        case .write(let path, let before, let after):
            start("write", path)
            json.field("hash", ContentHash.text(of: after))
            if showsPatches {
                json.field("patch")
                let patch = UnifiedDiff.bytes(from: path, before, to: path, after)
                json.string(String(decoding: patch, as: UTF8.self))
            }
        case .create(let path, let content):
            start("create", path)
            json.field("size", content.size)
            if case .bytes(let bytes) = content { json.field("hash", ContentHash.text(of: bytes)) }
        case .remove(let path, _): start("remove", path)
        case .move(let from, let to) where Trash.contains(to): start("trash", from)
        case .move(let from, let to) where Trash.contains(from): start("restore", to)
        case .move(let from, let to):
            start("move", from)
            json.path("to", to)
        case .makeFolder(let path): start("make-folder", path)
        case .removeFolder(let path): start("remove-folder", path)
        }
    }
}

extension FileOperation {
    /// Whether it only prepares the trash, whose layout is an implementation detail.
    var isOfTrash: Bool {
        switch self {
        case .create(let path, _), .remove(let path, _), .makeFolder(let path), .removeFolder(let path):
            Trash.contains(path)
        case .write, .move: false
        }
    }
}

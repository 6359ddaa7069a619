import Documents
import SourceText
import System
import VaultFiles

/// The texts of documents, in files named after the hash of their content. All vaults of the user share it, so that a
/// document that was renamed, copied or cloned again is not read again. It is a cache and can be deleted at any time.
struct DocumentStore: Sendable {
    struct StoredText: Hashable, Sendable {
        /// `Extractor.identity`.
        var reader: String
        var content: AttachmentContent

        var isFailure: Bool { if case .failure = content { true } else { false } }
    }

    private let folder: [UInt8]

    /// - Parameter index: the directory of the index, where the texts are if the user has no cache directory.
    init(_ environment: Environment, index: [UInt8]) {
        let cache = ThisProcess.userFolder("XDG_CACHE_HOME", else: ".cache", in: environment.variables)
        folder = cache.map { Array("\($0)/slipbox/text".utf8) } ?? index + Array("/text".utf8)
    }

    var place: String { String(decoding: folder, as: UTF8.self) }

    private func path(_ name: String) -> [UInt8] { folder + Array("/\(name.prefix(2))/\(name)".utf8) }

    /// Returns what is stored under a name, or nil if there is nothing, or it cannot be read.
    func entry(_ name: String) -> StoredText? {
        guard let bytes = try? Files.read(path(name), limit: 2 * DocumentLimits.text).bytes,
            let end = bytes.firstIndex(of: Byte.newline), let header = JSONValue(bytes: Array(bytes[..<end])),
            let reader = header.values(ofProperty: "reader").first?.plainText
        else { return nil }
        if let failure = header.values(ofProperty: "failure").first {
            return StoredText(reader: reader, content: .failure(failure.plainText))
        }
        guard header.values(ofProperty: "hash").first?.plainText == Self.hash(Array(bytes[(end + 1)...])) else {
            return nil
        }
        let text = DocumentText(
            joined: String(decoding: bytes[(end + 1)...], as: UTF8.self),
            isPaged: header.values(ofProperty: "paged").first == .bool(true))
        return StoredText(reader: reader, content: .text(text))
    }

    /// Returns the text of a document, or nil if it is not stored.
    func text(_ name: String) -> DocumentText? {
        guard let entry = entry(name), case .text(let text) = entry.content else { return nil }
        return text
    }

    /// Removes an entry that no file of a vault has.
    func remove(_ name: String) { Files.discard(path(name)) }

    private static func hash(_ text: [UInt8]) -> String { ContentHash.text(ContentHash.hash(text)) }

    /// Stores an entry. Returns false if that fails: the document is then read again when it is needed.
    func keep(_ entry: StoredText, as name: String) -> Bool {
        var header = JSONWriter()
        var text: [UInt8] = []
        header.object { json in
            json.field("reader", entry.reader)
            switch entry.content {
            case .text(let document):
                json.field("paged", document.isPaged)
                text = Array(document.joined.utf8)
                json.field("hash", Self.hash(text))
            case .failure(let reason): json.field("failure", reason)
            }
        }
        let path = path(name)
        do throws(SystemError) {
            try Files.makeDirectories(Array(path[..<(path.lastIndex(of: Byte.slash) ?? 0)]), mode: 0o700)
            try Files.replace(path, Array(header.text.utf8) + [Byte.newline] + text, mode: 0o600)
            return true
        } catch {
            return false
        }
    }
}

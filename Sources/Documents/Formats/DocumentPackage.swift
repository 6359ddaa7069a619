import Codecs
import SourceText

/// A document that is a ZIP archive of XML parts: Office Open XML (ECMA-376), OpenDocument or EPUB.
struct DocumentPackage {
    private var archive: ZIPArchive
    /// The number of parts that `add` has read, and the first fault of the others.
    private var readParts = 0
    private var fault: DocumentFault?

    /// The header of a compound file, the format of Microsoft Office before 2007 and of encrypted documents since.
    private static let compoundFile: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0]

    init(_ bytes: [UInt8]) throws(DocumentFault) {
        if bytes.starts(with: Self.compoundFile) { throw .encrypted }
        do throws(DamagedData) {
            archive = try ZIPArchive(bytes)
        } catch {
            throw .damaged
        }
    }

    /// Returns the content of a part, or nil if there is none with this name.
    mutating func part(_ name: String) throws(DocumentFault) -> [UInt8]? {
        do throws(ZIPArchive.Fault) {
            return try archive.read(name)
        } catch {
            switch error {
            case .damaged: throw .damaged
            case .encrypted: throw .encrypted
            case .tooLarge: throw .tooLarge
            }
        }
    }

    /// Returns the content of a part without which the document is damaged.
    mutating func requiredPart(_ name: String) throws(DocumentFault) -> [UInt8] {
        guard let part = try part(name) else { throw .damaged }
        return part
    }

    /// Adds the text of one of several parts, such as a chapter. If it is damaged, its beginning is added, and the other
    /// parts are still read. A missing part is damaged if it is required.
    mutating func add(
        _ name: String, isRequired: Bool = false, to builder: inout TextBuilder,
        _ addText: ([UInt8], inout TextBuilder) throws(DocumentFault) -> Void
    ) throws(DocumentFault) {
        do throws(DocumentFault) {
            guard let part = isRequired ? try requiredPart(name) : try part(name) else { return }
            try addText(part, &builder)
            readParts += 1
        } catch {
            switch error {
            case .damaged, .hasEntities, .notText: fault = fault ?? error
            case .encrypted, .tooLarge, .pointer: throw error
            }
        }
    }

    /// Throws if none of the parts could be read because of their faults.
    func checkParts() throws(DocumentFault) { if readParts == 0, let fault { throw fault } }

    /// Returns the names of the parts to which a part refers, by the identifiers of the references (ECMA-376-2, 6.5).
    ///
    /// - Parameter kind: the last part of the URI that is the type of the references.
    mutating func targets(of name: String, kind: String) throws(DocumentFault) -> [String: String] {
        let (folder, file) = Self.split(name)
        guard let xml = try part("\(folder)_rels/\(file).rels") else { return [:] }
        var reader = try XMLReader(xml)
        var found: [String: String] = [:]
        while let event = try reader.next() {
            guard case .start(let tag) = event, tag.name == "Relationship", tag["TargetMode"] != "External",
                tag["Type"]?.hasSuffix("/\(kind)") == true, let id = tag["Id"], let target = tag["Target"]
            else { continue }
            found[id] = Self.resolved(target, in: folder)
        }
        return found
    }

    /// Returns the names of the parts to which a part refers, in natural order: `header2.xml` comes before
    /// `header10.xml`.
    mutating func parts(of name: String, kind: String) throws(DocumentFault) -> [String] {
        Set(try targets(of: name, kind: kind).values).sorted().map { ($0, NaturalOrder.key($0)) }
            .sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
    }

    /// Returns the name of the main part of an Office Open XML document, which may be any (ECMA-376-1, 9.1.3).
    ///
    /// - Parameter name: the usual name, for a document that does not say it.
    mutating func mainPart(or name: String) throws(DocumentFault) -> String {
        try parts(of: "", kind: "officeDocument").first ?? name
    }

    /// Returns the folder of a part, which ends with a slash unless it is empty, and its file name.
    static func split(_ name: String) -> (folder: String, file: String) {
        guard let slash = name.lastIndex(of: "/") else { return ("", name) }
        return (String(name[...slash]), String(name[name.index(after: slash)...]))
    }

    /// Returns the name of a part that a reference in a folder means.
    static func resolved(_ reference: String, in folder: String) -> String {
        var parts: [Substring] = []
        for part in (reference.hasPrefix("/") ? reference : folder + reference).split(separator: "/") {
            switch part {
            case ".": continue
            case "..": parts = Array(parts.dropLast())
            default: parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }
}

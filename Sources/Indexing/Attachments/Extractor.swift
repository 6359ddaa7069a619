import Documents
import SourceText
import System
import VaultFiles

/// The way in which the text of an attachment is read: by slip itself, or by a program of the user.
struct Extractor: Sendable {
    private enum Method {
        case builtIn(DocumentFormat)
        /// The full path of a program, and its arguments.
        case program([UInt8], [String])
        case missingProgram(String)
    }

    /// The time that a program may take, in milliseconds.
    private static let timeout: Int64 = 10_000

    /// The argument that stands for the path of the document.
    private static let placeholder = "FILE"

    /// The commands that are used without being configured, if the program is installed. Without `-layout`, pdftotext
    /// writes a column after the one before it, and joins words that are hyphenated at the end of a line.
    private static let defaultCommands = ["pdf": ["pdftotext", "-enc", "UTF-8", "-eol", "unix", "FILE", "-"]]

    private let method: Method
    /// The kind of document, as a part of its name in the store.
    let format: String
    /// The command, or slip itself.
    private let reader: String
    /// The version of the program.
    private let version: String

    /// Creates the extractor for a file name extension in lower case. Returns nil if such files have no text.
    ///
    /// Programs are named only by the user's own configuration, never by that of a vault.
    init?(extension name: String, _ configuration: UserConfiguration, path: ProgramPath) {
        if let command = configuration.extractors[name] ?? Self.defaultCommands[name], let program = command.first {
            // slip itself may read such files too, with another name.
            format = "program.\(name)"
            reader = command.joined(separator: " ")
            let bytes = Array(program.utf8)
            let found = bytes.contains(Byte.slash) ? bytes : path.program(bytes)
            guard let found, let status = FileStatus.seen(found, follows: true) else {
                (method, version) = (.missingProgram(program), "")
                return
            }
            version = "\(status.size) \(status.modified)"
            method = .program(found, Array(command.dropFirst()))
        } else if let builtIn = DocumentFormat(extension: name) {
            (method, format, reader) = (.builtIn(builtIn), builtIn.rawValue, "slip")
            version = String(DocumentFormat.version)
        } else {
            return nil
        }
    }

    /// Whether documents are read by a program.
    var startsProgram: Bool { if case .program = method { true } else { false } }

    /// The command and the version of its program.
    var identity: String { "\(reader)\n\(version)" }

    /// Whether what another extractor has read need not be read again. Another version of a program is used only for
    /// what its former version could not read.
    ///
    /// - Parameter identity: that of the other extractor.
    func accepts(_ identity: String, isFailure: Bool) -> Bool {
        if identity == self.identity { return true }
        if case .builtIn = method { return false }
        return !isFailure && identity.hasPrefix("\(reader)\n")
    }

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - path: the file of these bytes.
    ///   - deadline: the time, as of `Waiting.now`, at which a program is ended although it may take longer.
    /// - Returns: nil if the deadline ended a program.
    /// - Throws: `SystemError` if a program cannot be started.
    func text(
        of bytes: [UInt8], at path: [UInt8], variables: [String: String], until deadline: Int64?
    ) throws(SystemError) -> AttachmentContent? {
        if DocumentFormat.isPointer(bytes) { return .failure(DocumentFault.pointer.description) }
        switch method {
        case .builtIn(let format):
            do throws(DocumentFault) {
                return .text(try format.text(of: bytes))
            } catch {
                return .failure(error.description)
            }
        case .program(let program, let arguments):
            let left = deadline.map { max(1, $0 - Waiting.now()) } ?? .max
            let ending = try run(
                program, arguments, on: path, variables: variables, milliseconds: min(Self.timeout, left))
            if ending.isLate, left < Self.timeout { return nil }
            return outcome(ending, of: String(decoding: program, as: UTF8.self))
        case .missingProgram(let name): return .failure("cannot be read: '\(name)' is not installed")
        }
    }

    /// Runs a program, with the path of the document in place of `FILE`, or at the end.
    private func run(
        _ program: [UInt8], _ arguments: [String], on path: [UInt8], variables: [String: String], milliseconds: Int64
    ) throws(SystemError) -> PipedProcess.Ending {
        var words = arguments.map { $0 == Self.placeholder ? path : Array($0.utf8) }
        if !arguments.contains(Self.placeholder) { words.append(path) }
        return try ContainedProgram.run(
            [program] + words, variables: variables, milliseconds: milliseconds, limit: DocumentLimits.text)
    }

    private func outcome(_ ending: PipedProcess.Ending, of program: String) -> AttachmentContent {
        if ending.isLate { return .failure("cannot be read: '\(program)' took longer than 10 s") }
        if ending.isTooLong { return .failure(DocumentFault.tooLarge.description) }
        if ending.status != 0 {
            let errors = String(decoding: ending.errors, as: UTF8.self)
            if errors.lowercased().contains("incorrect password") {
                return .failure(DocumentFault.encrypted.description)
            }
            let reason = errors.split(whereSeparator: \.isNewline).last.map { ": \($0.prefix(200))" } ?? ""
            return .failure("cannot be read: '\(program)' failed with status \(ending.status)\(reason)")
        }
        let text = String(decoding: ending.output, as: UTF8.self)
        if text.utf8.allSatisfy(\.isWhiteSpace) { return .failure("has no text: its pages may be pictures") }
        if text.utf8.count > DocumentLimits.text { return .failure(DocumentFault.tooLarge.description) }
        // A form feed ends a page, also the last one.
        let isPaged = text.contains("\u{C}")
        return .text(DocumentText(joined: text.hasSuffix("\u{C}") ? String(text.dropLast()) : text, isPaged: isPaged))
    }
}

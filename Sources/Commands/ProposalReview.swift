import Editing
import Rendering
import Searching
import SourceText
import System
import VaultChanges
import VaultFiles

/// The questions of `slip review` on a terminal: about each part of each proposal, as `git add --patch` asks.
struct ProposalReview {
    private let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    private enum Answer: Character, CaseIterable {
        case accept = "y"
        case reject = "n"
        case edit = "e"
        case acceptRest = "a"
        case rejectRest = "d"
        case later = "l"
        case quit = "q"

        var help: String {
            switch self {
            case .accept: "accept this part"
            case .reject: "reject it"
            case .edit: "edit its text, and accept that"
            case .acceptRest: "accept this part and the rest of the proposal"
            case .rejectRest: "reject this part and the rest of the proposal"
            case .later: "decide about this proposal later"
            case .quit: "end here; this proposal and those after it wait"
            }
        }
    }

    /// What is decided at once: a hunk, or a whole file if it is new, moved or removed.
    private enum Part {
        case hunk(UnifiedDiff.Hunk, of: Int)
        case file(Proposals.File, Int)

        static func all(_ proposal: Proposals.Proposal) -> [Part] {
            proposal.files.enumerated().flatMap { number, file in
                file.from == file.to
                    ? UnifiedDiff.hunks(from: file.before, to: file.after).map { .hunk($0, of: number) }
                    : [.file(file, number)]
            }
        }

        /// The text that the user can edit, or nil.
        var text: [UInt8]? {
            get {
                switch self {
                case .hunk(let hunk, _): hunk.text
                case .file(let file, _): file.from == nil ? file.after : nil
                }
            }
            set {
                guard let newValue else { return }
                switch self {
                case .hunk(var hunk, let number):
                    hunk.text = newValue
                    self = .hunk(hunk, of: number)
                case .file(var file, let number):
                    file.after = newValue
                    self = .file(file, number)
                }
            }
        }
    }

    func run() throws {
        let proposals = try ReviewCommand.waiting(context).proposals
        if proposals.isEmpty {
            context.status = 1
            return context.notice("no proposal waits")
        }
        for (index, proposal) in proposals.enumerated() {
            try context.print(context.style.ink(SafeText.escaped(ReviewCommand.summary(proposal)), .heading))
            do {
                // A stale proposal is not worth questions.
                _ = try context.read { try ProposalPlanner($0).plan(proposal) }
            } catch {
                ErrorReport(error).show(in: context)
                continue
            }
            guard let decided = try decide(proposal) else {
                let left = proposals.count - index
                return context.notice("\(Counted.of(left, "proposal")) \(left == 1 ? "waits" : "wait")")
            }
            guard let decided else { continue }
            if decided.files.isEmpty {
                try Proposals(context.vault()).remove(proposal.number)
                context.notice("rejected")
            } else {
                do {
                    try ReviewCommand.accept(decided, ChangeOptions(), in: context)
                } catch {
                    ErrorReport(error).show(in: context)
                }
            }
        }
    }

    /// Asks about the parts of a proposal.
    ///
    /// - Returns: the proposal with the parts that were accepted, or without files if none was. The inner nil means
    ///   that it waits, the outer one that the user has ended the review.
    private func decide(_ proposal: Proposals.Proposal) throws -> Proposals.Proposal?? {
        var files: [Int: Proposals.File] = [:]
        var hunks: [Int: [UnifiedDiff.Hunk]] = [:]
        var rest: Bool?
        let parts = Part.all(proposal)
        for (index, part) in parts.enumerated() {
            var part = part
            var isAccepted = rest ?? false
            if rest == nil {
                try show(part, of: proposal)
                switch ask(index + 1, of: parts.count, mayEdit: part.text != nil) {
                case .accept: isAccepted = true
                case .reject: isAccepted = false
                case .edit:
                    part.text = try part.text.map(edit)
                    isAccepted = true
                case .acceptRest: (rest, isAccepted) = (true, true)
                case .rejectRest: (rest, isAccepted) = (false, false)
                case .later: return .some(nil)
                case .quit: return nil
                }
            }
            switch part {
            case .hunk(let hunk, let number) where isAccepted: hunks[number, default: []].append(hunk)
            case .file(let file, let number) where isAccepted: files[number] = file
            case .hunk, .file: break
            }
        }
        for (number, hunks) in hunks {
            files[number] = proposal.files[number]
            files[number]?.after = UnifiedDiff.text(proposal.files[number].before, applying: hunks)
        }
        var decided = proposal
        decided.files = files.sorted { $0.key < $1.key }.map(\.value)
        return .some(decided)
    }

    private func show(_ part: Part, of proposal: Proposals.Proposal) throws {
        let patch: [UInt8] =
            switch part {
            case .hunk(let hunk, let number): Array("\(proposal.files[number].path.text)\n".utf8) + hunk.bytes
            case .file(let file, _):
                UnifiedDiff.bytes(from: file.from, file.before, to: file.to, file.after)
            }
        try ChangeOptions.print(patch: patch, context)
    }

    /// Asks until the answer is one of those that are possible. The end of the input ends the review.
    private func ask(_ number: Int, of count: Int, mayEdit: Bool) -> Answer {
        let answers = Answer.allCases.filter { mayEdit || $0 != .edit }
        let letters = answers.map { String($0.rawValue) }.joined(separator: ",")
        while true {
            try? context.host.output.flush()
            context.host.writeError("part \(number) of \(count): accept it? [\(letters),?]")
            guard let line = context.host.readLine() else { return .quit }
            if let answer = answers.first(where: { String($0.rawValue) == line.lowercased() }) { return answer }
            for answer in answers { context.host.writeError("  \(answer.rawValue)  \(answer.help)") }
        }
    }

    /// Lets the user edit a text in the editor.
    private func edit(_ text: [UInt8]) throws -> [UInt8] {
        let editor = try EditCommand.editor(context)
        let folder = try Files.makeTemporaryFolder()
        let file = folder + Array("/proposal.md".utf8)
        defer {
            Files.discard(file)
            Files.discardFolder(folder)
        }
        try Files.create(file, text, mode: 0o600)
        try EditCommand.run(editor, [file], in: context)
        return try Files.read(file).bytes
    }
}

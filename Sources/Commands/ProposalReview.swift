import Editing
import Rendering
import Searching
import SourceText
import System
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
            case .quit: "end here; this proposal and those after it stay pending"
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
        let proposals = try ReviewCommand.pending(context).proposals
        if proposals.isEmpty {
            context.status = 1
            return context.notice("no proposal is pending")
        }
        for (index, proposal) in proposals.enumerated() {
            try context.print(context.style.ink(SafeText.escaped(ReviewCommand.summary(proposal)), .heading))
            switch try decide(proposal) {
            case .accepted(let accepted):
                do {
                    try ReviewCommand.accept(accepted, ChangeOptions(), in: context)
                } catch {
                    ErrorReport(error).show(in: context)
                }
            case .rejected:
                try Proposals(context.vault()).remove(proposal.number)
                context.host.writeError("slip: rejected proposal \(proposal.number)")
            case .later: break
            case .quit:
                let left = proposals.count - index
                return context.notice("\(Counted.of(left, "proposal")) \(left == 1 ? "is" : "are") pending")
            }
        }
    }

    private enum Decision {
        /// The proposal with the parts that were accepted.
        case accepted(Proposals.Proposal)
        case rejected
        case later
        case quit
    }

    /// Shows what a proposal breaks, and asks about its parts.
    private func decide(_ proposal: Proposals.Proposal) throws -> Decision {
        do {
            let plan = try context.read { try ProposalPlanner($0).plan(proposal) }
            for notice in plan.notices { context.notice(SafeText.escaped(notice)) }
        } catch {
            ErrorReport(error).show(in: context)
            try ChangeOptions.print(patch: proposal.patch, context)
            return switch ask("it no longer fits the notes: reject it?", [.reject, .later, .quit]) {
            case .reject: .rejected
            case .quit: .quit
            default: .later
            }
        }
        if proposal.movesFiles {
            // The links to the file follow it, so parts of the change make no sense.
            try ChangeOptions.print(patch: proposal.patch, context)
            return switch ask("accept it?", [.accept, .reject, .later, .quit]) {
            case .accept: .accepted(proposal)
            case .quit: .quit
            case .later: .later
            default: .rejected
            }
        }
        return try decideParts(proposal)
    }

    private func decideParts(_ proposal: Proposals.Proposal) throws -> Decision {
        var files: [Int: Proposals.File] = [:]
        var hunks: [Int: [UnifiedDiff.Hunk]] = [:]
        var rest: Bool?
        let parts = Part.all(proposal)
        for (index, part) in parts.enumerated() {
            var part = part
            var isAccepted = rest ?? false
            if rest == nil {
                try show(part, of: proposal)
                let answers = Answer.allCases.filter { $0 != .edit || part.text != nil }
                switch ask("part \(index + 1) of \(parts.count): accept it?", answers) {
                case .accept: isAccepted = true
                case .reject: isAccepted = false
                case .edit:
                    part.text = try part.text.map(edit)
                    isAccepted = true
                case .acceptRest: (rest, isAccepted) = (true, true)
                case .rejectRest: (rest, isAccepted) = (false, false)
                case .later: return .later
                case .quit: return .quit
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
        if files.isEmpty { return .rejected }
        var accepted = proposal
        accepted.files = files.sorted { $0.key < $1.key }.map(\.value)
        return .accepted(accepted)
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

    /// Asks until the answer is one of some. The end of the input ends the review.
    private func ask(_ question: String, _ answers: [Answer]) -> Answer {
        let letters = answers.map { String($0.rawValue) }.joined(separator: ",")
        while true {
            try? context.host.output.flush()
            context.host.writeError("\(question) [\(letters),?]")
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

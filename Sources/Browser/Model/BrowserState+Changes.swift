import QueryLanguage
import Searching
import SourceText
import Terminal
import VaultFiles

/// Changes of notes, and the overlays for their details.
extension BrowserState {
    mutating func change(_ kind: BrowserChange.ChangeKind) -> [BrowserEffect] {
        guard let (vault, notes) = subjects() else { return [] }
        return [.send(.change(BrowserChange(kind: kind, vault: vault, notes: notes)))]
    }

    /// Adds links from the marked notes to the selected one.
    mutating func linkToSelected() -> [BrowserEffect] {
        do {
            let (target, notes) = try list.linkToAdd()
            return [.send(.change(BrowserChange(kind: .link(target.path), vault: target.vault, notes: notes)))]
        } catch {
            return say(error.message, isError: true)
        }
    }

    /// Returns the notes that a change applies to, and their vault. Shows an error and returns nil if there are none.
    private mutating func subjects() -> (vault: NoteHit.SourceVault?, notes: [VaultPath])? {
        do {
            return try list.subjectsOfOneVault()
        } catch {
            say(error.message, isError: true)
            return nil
        }
    }

    /// The vault for a change that is not about notes.
    private var vaultOfPlace: NoteHit.SourceVault? { controls.place.vault ?? setting.vaults.first }

    /// Opens the prompt that belongs to an action. Shows an error instead if no note is selected or there is no query
    /// to save. Has no effect for actions without a prompt.
    mutating func prompt(for action: BrowserAction) -> [BrowserEffect] {
        switch action {
        case .status: return promptForNotes(.status, "status")
        case .addKeyword: return promptForNotes(.addKeywords, "add keywords")
        case .removeKeyword: return promptForNotes(.removeKeywords, "remove keywords")
        case .move: return promptForNotes(.folder, "move to folder")
        case .newNote: promptForTitle()
        case .saveSearch:
            if line.isBlank { return say("there is no query to save", isError: true) }
            overlay = .prompt(BrowserPrompt(.name, label: "save the search as" + vaultOfPlace.suffix))
        case .tasks: return BrowserOverlay.openTasks(in: controls.place, &overlay)
        case .proposals:
            overlay = .proposals(BrowserProposals())
            return [.send(.proposals)]
        case .capture: overlay = .prompt(BrowserPrompt(.capture, label: "append to today" + vaultOfPlace.suffix))
        default: break
        }
        return []
    }

    private mutating func promptForNotes(_ kind: BrowserPrompt.PromptKind, _ label: String) -> [BrowserEffect] {
        guard let (vault, notes) = subjects() else { return [] }
        let about = (notes.count == 1 ? notes[0].stem.text : "\(notes.count) notes") + vault.suffix
        let choices: [BrowserPrompt.PromptKind: [String]] = [
            .status: setting.statuses[vault] ?? [], .removeKeywords: list.keywordsOfSubjects,
            .folder: ["/"] + tree.paths(in: vault),
        ]
        overlay = .prompt(BrowserPrompt(kind, label: "\(label) (\(about))", choices: choices[kind] ?? []))
        return kind == .addKeywords ? [.send(.keywords(vault))] : []
    }

    private mutating func promptForTitle() {
        let place = controls.place.folder.isRoot ? vaultOfPlace?.name ?? "the root" : controls.place.name
        // Plain words that no note contains are likely to be the title of the new one.
        let title = line.isPlainText && list.results?.total == 0 ? line.text : ""
        overlay = .prompt(BrowserPrompt(.title, label: "new note in \(place)", text: title))
    }

    mutating func pressInOverlay(_ key: Key) -> [BrowserEffect] {
        guard var panel = overlay else { return [] }
        let outcome = panel.press(key, rows: rows, line.earlier)
        overlay = nil
        switch outcome {
        case .open(let effects):
            overlay = panel
            return effects
        case .closed: return []
        case .declined: return say("nothing was changed")
        case .confirmed(let change): return [.send(.change(change))]
        case .entered(let prompt): return finish(prompt)
        case .selected(let query):
            line.field.replace(with: query)
            focus = .search
            return search()
        }
    }

    private mutating func finish(_ prompt: BrowserPrompt) -> [BrowserEffect] {
        guard let kind = prompt.change(query: line.text, folder: controls.place.folder) else { return [] }
        return kind.isAboutNotes ? change(kind) : [.send(.change(BrowserChange(kind: kind, vault: vaultOfPlace)))]
    }
}

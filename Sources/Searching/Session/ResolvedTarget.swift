import SearchIndex
package import SourceText

/// Where a reference in a note or open document leads in the vault. URLs are not references. Unlike `LinkTarget`, it has
/// a case for a broken link. An ambiguous link has `rivals`.
package enum ResolvedTarget: Hashable, Sendable {
    /// A note, and other files that the link matches equally well.
    case note(VaultPath, rivals: [VaultPath])
    /// An attachment, and other files that the link matches equally well.
    case file(VaultPath, rivals: [VaultPath])
    case folder(VaultPath)
    /// The link is broken.
    case nothing

    package var path: VaultPath? {
        switch self {
        case .note(let path, _), .file(let path, _), .folder(let path): path
        case .nothing: nil
        }
    }

    init(_ target: LinkTarget?) {
        guard let target else {
            self = .nothing
            return
        }
        switch target.kind {
        case .note: self = .note(target.path, rivals: target.rivals)
        case .attachment: self = .file(target.path, rivals: target.rivals)
        case .folder: self = .folder(target.path)
        }
    }

    func state(as form: ReferenceForm) -> LinkState {
        if self == .nothing { return form == .path ? .text : .broken }
        return rivals.isEmpty ? .resolved : .ambiguous
    }

    package var rivals: [VaultPath] {
        switch self {
        case .note(_, let rivals), .file(_, let rivals): rivals
        case .folder, .nothing: []
        }
    }
}

/// A cache of link targets. A note with 100,000 links is checked after every key. `ReadCache` clears it when the index
/// or the names of open documents change.
final class LinkTargetCache {
    private var ends: [VaultPath: [ExactText: ResolvedTarget]] = [:]
    /// The targets of the values of properties.
    private var pathEnds: [VaultPath: [ExactText: ResolvedTarget]] = [:]
    private var count = 0

    private static let most = 200_000

    func target(
        of target: String, from folder: VaultPath, as form: ReferenceForm, in index: NoteIndex
    ) throws -> ResolvedTarget {
        let name = ExactText(target)
        if let end = (form == .path ? pathEnds : ends)[folder]?[name] { return end }
        let end = ResolvedTarget(try index.links.target(of: target, from: folder, as: form))
        if count >= Self.most { clear() }
        if form == .path { pathEnds[folder, default: [:]][name] = end } else { ends[folder, default: [:]][name] = end }
        count += 1
        return end
    }

    func clear() {
        ends = [:]
        pathEnds = [:]
        count = 0
    }
}

import SourceText
import System

extension ChangeStore {
    private static let maximumKept = 100
    private static let maximumAge: Int64 = 30 * 24 * 3600 * 1_000_000_000

    /// Returns the complete changes that are too old, or too many, to be kept. Those that undo skips are counted apart, so
    /// that they do not end the history of the others. A merge that git has not recorded is kept until it is rolled back.
    func expiredChanges() -> [StoredChange] {
        let apart: [State] = [.automatic, .merged]
        let common = State.allCases.filter { !apart.contains($0) && $0 != .merging }
        return expired(common) + apart.flatMap { expired([$0]) }
    }

    private func expired(_ states: [State]) -> [StoredChange] {
        // A later command finds the changes that cannot be listed now.
        let all = states.flatMap { state in ((try? numbers(state)) ?? []).map { ($0, state) } }
            .sorted { $0.0 > $1.0 }
        let now = LocalZone.now().microseconds * 1000
        return all.enumerated().compactMap { index, entry in
            guard let status = FileStatus.seen(folder(entry.0, entry.1)),
                index >= Self.maximumKept || now - status.changed > Self.maximumAge
            else { return nil }
            return change(entry.0)
        }
    }
}

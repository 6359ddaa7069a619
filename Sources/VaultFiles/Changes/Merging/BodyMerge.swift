import SourceText

/// A merge of three versions of a body by the structure of Markdown, for bodies that conflict by lines.
///
/// The units (`MergeUnit`) of the regions in which the versions differ are merged by rules (`MergeRule`). The result is
/// read again. A region that does not have the structure that was meant is merged by lines.
struct BodyMerge {
    let merged: MergedText

    /// The number of times that a result is read again. Each time, one region falls back to another order or to lines.
    private static let maximumAttempts = 12

    /// Fails if no conflict can be resolved. Each version must end with `\n` or be empty.
    ///
    /// - Parameter mergeLines: merges lines with the user's style of conflicts.
    init?(base: [UInt8], ours: [UInt8], theirs: [UInt8], mergeLines: @escaping MergedText.MergeLines) throws {
        let old = MergeText(base)
        let texts = Versions(
            base: old, ours: MergeText(ours, startingLike: old), theirs: MergeText(theirs, startingLike: old))
        var regions = MergeRegion.all(in: texts).map { MergedRegion($0, in: texts) }
        for _ in 0..<Self.maximumAttempts where regions.contains(where: \.resolvesConflict) {
            var draft = try MergeDraft(texts, regions)
            if !draft.repeatingRegions.isEmpty {
                for index in draft.repeatingRegions { regions[index].mergeByLines() }
                continue
            }
            guard let failed = draft.failedRegion else {
                try draft.build(mergeLines)
                merged = draft.merged
                if merged.usesStructure { return }
                return nil
            }
            // Another region is the cause if this one is already merged by lines.
            let candidates = regions.indices.filter { regions[$0].resolvesConflict }
            guard let index = candidates.last(where: { $0 <= failed }) ?? candidates.first else { return nil }
            regions[index].tryNext()
        }
        return nil
    }
}

/// A region with the way in which it is merged.
struct MergedRegion {
    enum Method {
        /// Only one side changed the region, or both alike.
        case side(isOurs: Bool)
        case units
        case lines
    }

    let region: MergeRegion
    private(set) var method: Method
    private(set) var merge: RegionMerge
    private var hasTriedBoth = false

    /// Whether the region is merged by units, though both sides changed it.
    var resolvesConflict: Bool { if case .units = method { true } else { false } }

    init(_ region: MergeRegion, in texts: Versions<MergeText>) {
        self.region = region
        merge = RegionMerge(texts, region.units)
        let base = texts.base.bytes[region.bytes.base]
        let (ours, theirs) = (texts.ours.bytes[region.bytes.ours], texts.theirs.bytes[region.bytes.theirs])
        if theirs == base || ours == theirs {
            method = .side(isOurs: true)
        } else if ours == base {
            method = .side(isOurs: false)
        } else {
            method = .units
            if !isAcceptable { tryNext() }
        }
    }

    private var isAcceptable: Bool { merge.isDecided && merge.keepsLines && !merge.repeatsUnits }

    mutating func mergeByLines() { method = .lines }

    /// Changes to the other order of additions, and after that to a merge by lines.
    mutating func tryNext() {
        if hasTriedBoth {
            method = .lines
            return
        }
        hasTriedBoth = true
        merge.putTheirsFirst()
        if !isAcceptable { method = .lines }
    }
}

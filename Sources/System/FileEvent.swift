internal import CLinux

/// One change in a folder, as inotify(7) tells it.
package struct FileEvent: Hashable, Sendable {
    /// The folder; -1 where events were lost.
    package let watch: Int32
    /// The entry of the folder; empty where the event is about the folder itself.
    package let name: [UInt8]
    private let mask: UInt32

    init(watch: Int32, mask: UInt32, name: [UInt8]) {
        self.watch = watch
        self.mask = mask
        self.name = name
    }

    private func has(_ bits: Int32) -> Bool { mask & UInt32(bits) != 0 }

    /// The queue was full: what happened since is not known.
    package var isOverflow: Bool { has(IN_Q_OVERFLOW) }
    package var isFolder: Bool { has(IN_ISDIR) }
    /// The name is there now, or something else than before bears it.
    package var appeared: Bool { has(IN_CREATE | IN_MOVED_TO) }
    package var disappeared: Bool { has(IN_DELETE | IN_MOVED_FROM) }
    /// It bears another name now, here or elsewhere, with all that is below it.
    package var movedAway: Bool { has(IN_MOVED_FROM) }
    package var changedMetadata: Bool { has(IN_ATTRIB) }
    /// The folder of the watch is gone or elsewhere, or its file system is.
    package var lostFolder: Bool { has(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED) }
    /// Nothing more comes for this watch.
    package var isLast: Bool { has(IN_IGNORED) }
}

internal import CLinux

/// A change in a directory, as reported by inotify(7).
package struct FileEvent: Hashable, Sendable {
    /// The watch descriptor of the directory, or -1 if events were lost.
    package let watch: Int32
    /// The name of the directory entry, or empty if the event is about the directory itself.
    package let name: [UInt8]
    let mask: UInt32

    private func has(_ bits: Int32) -> Bool { mask & UInt32(bits) != 0 }

    /// Whether the event queue overflowed, so that later events were lost.
    package var isOverflow: Bool { has(IN_Q_OVERFLOW) }
    /// Whether the entry, or the object of an event without a name, is a directory.
    package var isFolder: Bool { has(IN_ISDIR) }
    /// Whether an entry with this name was created or moved here.
    package var appeared: Bool { has(IN_CREATE | IN_MOVED_TO) }
    package var disappeared: Bool { has(IN_DELETE | IN_MOVED_FROM) }
    /// Whether the entry was moved to another name or directory, with everything below it.
    package var movedAway: Bool { has(IN_MOVED_FROM) }
    package var changedMetadata: Bool { has(IN_ATTRIB) }
    /// Whether the watched directory was deleted or moved, its file system was unmounted, or its watch was removed.
    package var lostFolder: Bool { has(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED) }
    /// Whether this is the last event of its watch.
    package var isLast: Bool { has(IN_IGNORED) }
}

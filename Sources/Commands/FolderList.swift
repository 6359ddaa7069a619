import Searching
import SourceText

/// The folders of a vault with their counts, as `slip folder` lists them.
struct FolderList {
    /// The folders sorted by name, parents before their subfolders.
    let all: [FolderCount]

    init(_ all: [FolderCount]) { self.all = all }

    var top: [FolderCount] { all.filter { $0.path.parts.count == 1 } }

    /// Returns the folders whose name contains `term`, ignoring case and diacritics. A term with a slash is compared
    /// with the whole path.
    func containing(_ term: String) -> [FolderCount] {
        let wanted = Folding.fold(term)
        return all.filter { folder in
            Folding.fold(term.contains("/") ? folder.path.text : folder.path.name.text).contains(wanted)
        }
    }

    /// Returns all folders, each followed by its subfolders. `order` applies to the subfolders of each folder.
    func tree(in order: ListOrder) -> [FolderCount] {
        let children = Dictionary(grouping: all, by: \.path.folder)
        // Depth first, without recursion: a path may be thousands of folders deep.
        var result: [FolderCount] = []
        var waiting: [FolderCount] = []
        func wait(_ folders: [FolderCount]) {
            waiting += order.sorted(folders, name: \.path.name.text, count: \.all).reversed()
        }
        wait(children[.root] ?? [])
        while let folder = waiting.popLast() {
            result.append(folder)
            wait(children[folder.path] ?? [])
        }
        return result
    }
}

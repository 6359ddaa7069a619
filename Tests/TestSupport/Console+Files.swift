package import Foundation

extension Console {
    package func url(_ path: String) -> URL { directory.appendingPathComponent(path) }

    package func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(at: url(path), withIntermediateDirectories: true)
    }

    package func move(_ old: String, to new: String) throws {
        try FileManager.default.moveItem(at: url(old), to: url(new))
    }

    /// Removes a file, or a folder with its contents.
    package func remove(_ path: String) throws { try FileManager.default.removeItem(at: url(path)) }

    /// Creates a symbolic link, and the folders above it.
    ///
    /// - Parameter target: the text of the link, which is relative to the link's folder.
    package func link(_ path: String, to target: String) throws {
        try FileManager.default.createDirectory(
            at: url(path).deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: url(path).path, withDestinationPath: target)
    }

    package func setMode(_ path: String, _ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url(path).path)
    }

    package func setModificationDate(_ path: String, _ date: Date) throws {
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: url(path).path)
    }

    /// Writes an executable file.
    package func writeProgram(_ path: String, _ script: String) throws {
        try write(path, script)
        try setMode(path, 0o755)
    }

    /// Returns the paths of all files and folders in a folder, sorted.
    package func paths(in folder: String = "") throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.isEmpty ? directory.path : url(folder).path).sorted()
    }

    /// Returns the bytes of the files and folders in a folder that satisfy a condition by their path (default: everything
    /// outside of `.slipbox`). Folders have no bytes.
    package func contents(
        of folder: String = "", where isIncluded: (String) -> Bool = { !$0.hasPrefix(".slipbox") }
    ) throws -> [String: Data] {
        let root = folder.isEmpty ? directory : url(folder)
        return try paths(in: folder).filter(isIncluded).reduce(into: [:]) { contents, path in
            contents[path] = (try? Data(contentsOf: root.appendingPathComponent(path))) ?? Data()
        }
    }
}

extension Console {
    /// Creates a git repository in the directory, and runs commands with git's variables from now on.
    package func makeRepository() throws -> GitFolder {
        variables = GitFolder.variables
        return try GitFolder(directory.path)
    }
}

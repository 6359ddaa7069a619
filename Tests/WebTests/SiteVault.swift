import Foundation
import TestSupport

/// A vault next to the folder for its site.
struct SiteVault {
    let console: Console
    let site: URL

    init(_ notes: [String: String]) throws {
        console = try Console(notes)
        site = console.directory.appendingPathComponent(".site", isDirectory: true)
    }

    @discardableResult func export(_ arguments: String...) -> Console.Result {
        console.slip(["export", "--html", ".site"] + arguments)
    }

    /// The relative paths and contents of all files of the site.
    func files() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: site.path) {
            let file = site.appendingPathComponent(path)
            if try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
                files[path] = try Data(contentsOf: file)
            }
        }
        return files
    }

    func page(_ path: String) throws -> String {
        try String(contentsOf: site.appendingPathComponent(path), encoding: .utf8)
    }
}

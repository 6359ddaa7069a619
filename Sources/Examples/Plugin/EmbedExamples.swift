import Foundation
import PackagePlugin

/// Has `SampleVault` written as Swift source whenever one of its files changes, so that the program carries the vault
/// that its README shows.
@main
struct EmbedExamples: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let vault = context.package.directoryURL.appending(path: "SampleVault")
        let output = context.pluginWorkDirectoryURL.appending(path: "ExampleFiles.swift")
        let files =
            FileManager.default.enumerator(at: vault, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        return [
            .buildCommand(
                displayName: "Embed SampleVault", executable: try context.tool(named: "embed-examples").url,
                arguments: [vault.path(percentEncoded: false), output.path(percentEncoded: false)],
                // What `slip` itself keeps there changes with every search.
                inputFiles: files.filter { !$0.lastPathComponent.hasPrefix("index.") }, outputFiles: [output])
        ]
    }
}

/// A file of the sample vault, which `slip init --with-examples` puts where somebody wants to try the program.
///
/// The files themselves are written by the build, from `SampleVault`.
package struct ExampleFile: Sendable {
    /// From the vault's root, with `/`.
    package let path: String
    package let bytes: [UInt8]
}

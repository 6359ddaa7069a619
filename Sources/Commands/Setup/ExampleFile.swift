/// A file of the sample vault, which `slip init --with-examples` creates.
///
/// The build generates the list from `SampleVault`.
package struct ExampleFile: Sendable {
    /// The path from the vault's root, with `/`.
    package let path: String
    package let bytes: [UInt8]
}

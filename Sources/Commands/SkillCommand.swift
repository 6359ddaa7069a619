/// The skill file for language models.
enum SkillCommand {
    static let text = "---\nname: slipbox\ndescription: x\n---\n"
}

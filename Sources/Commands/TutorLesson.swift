/// A lesson of `slip tutor`: a task that one command solves.
package struct TutorLesson: Sendable {
    package var title: String
    var text: String
    /// A command that solves the task.
    package var example: String
    /// What a command line must contain to solve the task: the command, and parts of its arguments.
    var parts: [String]

    /// Whether a command line that succeeded solves the task. Quotes, options and order are free.
    package func accepts(_ line: String) -> Bool {
        let words = line.lowercased().split { $0 == " " || $0 == "'" || $0 == "\"" }.map(String.init)
        guard words.first == "slip", words.dropFirst().first == parts.first else { return false }
        let rest = words.dropFirst(2).joined(separator: " ")
        return parts.dropFirst().allSatisfy { rest.contains($0) }
    }

    /// The lessons, in order. They run in a copy of the sample notes, at a fixed time in March 2024.
    package static let all = [
        TutorLesson(
            title: "Search",
            text:
                "A search lists the notes that contain all words. Quotes group a phrase. Find the notes with slip box.",
            example: "slip search '\"slip box\"'", parts: ["search", "slip box"]),
        TutorLesson(
            title: "Narrow a search",
            text: """
                Fields match parts of notes: #keyword, status:review, last:7d, in:Folder, has:attachment. A minus excludes.
                Find the notes with the status review that have an attachment.
                """, example: "slip search status:review has:attachment",
            parts: ["search", "status:review", "has:attachment"]),
        TutorLesson(
            title: "Read a note",
            text:
                "A note is named by its title, its file name or the number of a result: %1 is the first. Show the first result.",
            example: "slip show %1", parts: ["show", "%1"]),
        TutorLesson(
            title: "Follow links", text: "List the links of the note Slip box, and the notes that link to it.",
            example: "slip links 'Slip box'", parts: ["links", "slip box"]),
        TutorLesson(
            title: "Write something down",
            text: "Text can be added to a note without an editor. Add the line \"call Ada\" to today's note.",
            example: "slip append today 'call Ada'", parts: ["append", "today"]),
        TutorLesson(
            title: "Undo", text: "Every change can be undone. Undo the last one.", example: "slip undo", parts: ["undo"]
        ),
        TutorLesson(
            title: "Tasks", text: "Lines such as \"- [ ] buy milk\" are tasks. List the open ones.",
            example: "slip task list", parts: ["task"]),
        TutorLesson(
            title: "Change front matter",
            text:
                "Keys at the top of a note, such as status:, can be set without an editor. Set the status of Slip box to archived.",
            example: "slip set 'Slip box' status=archived", parts: ["set", "slip box", "status=archived"]),
        TutorLesson(
            title: "Rename a note",
            text: "Links to a note are updated when it is renamed. Rename Slip box to Card box.",
            example: "slip rename 'Slip box' 'Card box'", parts: ["rename", "slip box", "card box"]),
        TutorLesson(
            title: "Check", text: "Find broken links and other problems in the notes.", example: "slip check",
            parts: ["check"]),
    ]
}

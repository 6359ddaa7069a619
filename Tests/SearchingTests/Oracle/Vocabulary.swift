/// Parts of random notes and queries.
enum Vocabulary {
    static let plain = ["slip", "box", "slipbox", "state", "art", "note", "zettel", "review", "over", "overview"]

    static let words =
        plain + [
            "Żółw", "żółw", "Łódź", "lodz", "Straße", "strasse", "STRASSE", "Øresund", "ﬁle", "file", "été",
            "e\u{301}te\u{301}", "l'été", "John", "John’s", "don't", "don’t", "foo_bar", "state-of-the-art", "v1.2.3",
            "C++", "naïve", "Ελλάδα", "ΣΟΦΟΣ", "σοφός", "Ὀδυσσεύς", "чай", "чаи", "чаи\u{306}", "ёлка", "елка",
            "东京", "日本語", "本", "が", "か", "ｶﾞ", "ガ", "カ", "がく", "한국어", "국", "ＡＢＣ", "abc", "12:30", "2024",
            "３", "42", "42.5", "œuvre", "Þór", "thor", "İstanbul", "ıstanbul", "שָׁלוֹם", "שלום", "كِتَاب", "كتاب",
            "हिन्दी", "हिनदी", "ไทย", "น้ำ", "đón", "Việt", "Müller", "mueller", "日本abc", "x2", "don",
        ]

    static let keywords = [
        "zettel", "Zettel/deep", "reading/2024", "Łódź", "lodz", "two words", "projekt/żółw", "projekt", "日本語",
        "foo_bar", "a-b", "Été", "private", "reading",
    ]

    static let hashtags = [
        "zettel", "Zettel/deep", "reading/2024", "Łódź", "projekt/żółw", "projekt", "日本語", "foo_bar", "a-b", "Été",
        "private", "x2",
    ]

    static let folders = ["", "", "Ideas", "Ideas/Łódź", "Ideas/deep/er", "2024", "2024/03", "My Folder", "ideas2"]
    static let emptyFolder = "Empty"

    static let stems = [
        "Slip box", "slip box", "Żółw", "Luhmann", "Łódź", "index", "state-of-the-art", "note 2", "note 10", "note 1",
        "Überblick", "日本語", "2024-03-27 daily", "2024-02-29", "20240310 log", "202403271148 stamp",
        "20240331023015 gap", "v1.2", "John’s", "A (b)", "Niklas, L", "Schmidt", "Zażółć", "README", "foo_bar",
    ]

    static let files = [
        "pic.png", "Ideas/pic.png", "Ideas/Łódź/zdjęcie.jpg", "2024/doc.pdf", "My Folder/a b.png", "data.csv",
    ]
    static let missingFiles = ["gone.png", "lost doc.pdf", "Ideas/nothing.jpg"]
    static let images: Set<String> = ["png", "jpg"]

    static let statuses = ["draft", "review", "archived"]
    static let unknownStatuses = ["Żółty", "on hold"]
}

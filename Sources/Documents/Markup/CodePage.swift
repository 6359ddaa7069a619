/// An encoding of Windows with one byte for each character (https://encoding.spec.whatwg.org/indexes/).
struct CodePage {
    /// The characters of the bytes from 0x80.
    private let special: [Unicode.Scalar]

    private init(_ special: String) { self.special = Array(special.unicodeScalars) }

    /// Returns the code page with a number, or Windows-1252 for unknown ones.
    static func numbered(_ number: Int) -> CodePage {
        switch number {
        case 1250: windows1250
        case 1251: windows1251
        default: windows1252
        }
    }

    func character(_ byte: UInt8) -> Unicode.Scalar {
        byte < 0x80 ? Unicode.Scalar(byte) : special[Int(byte) - 0x80]
    }

    /// Returns a text as UTF-8.
    func decoded(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte < 0x80 { text.append(byte) } else { text += String(character(byte)).utf8 }
        }
        return text
    }

    /// The languages of Central Europe.
    private static let windows1250 = CodePage(
        "€\u{81}‚\u{83}„…†‡\u{88}‰Š‹ŚŤŽŹ\u{90}‘’“”•–—\u{98}™š›śťžź"
            + "\u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{AD}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż"
            + "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙")

    /// Cyrillic.
    private static let windows1251 = CodePage(
        "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ"
            + "\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї"
            + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя")

    /// The languages of Western Europe.
    static let windows1252 = CodePage(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ"
            + "\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿"
            + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ")
}

/**
 * Letters that look like a Latin letter or a digit: the single letters of confusables.txt 15.1 (Unicode Technical
 * Standard 39), except that the Cyrillic ӏ looks like l in common fonts. Each row has letters of one script, and the
 * letters that they look like in the same order. Scripts without a row have few such letters, which `findMixedWord`
 * finds in Latin words.
 */
const confusables = [
  // Latin, and the digits and the bar that look like l and o.
  [
    "ꝚƧꞫȜƷꝪƼȣȢꝮɑƄꞴᴄꬲꬵꞙẝꞘɡᶃƍıɪɩꞲIƖǀᴏᴑꬽꭇꭈƦꜱƽꞟᴜꭎꭒʋᴠɯᴡꞳɣᶌʏỿꭚᴢ",
    "2233335889abBcefffFgggiiiJlllooorrRssuuuuuvwwXyyyyyz",
  ],
  ["1|0", "llo"],
  // Greek
  ["αΑΒΕϜΗιϳͿΚΙΜϺΝοσΟρΡᴦΤυνΧγΥΖ", "aABEFHijJKlMMNooOpPrTuvXyYZ"],
  // Cyrillic
  ["ꙄЗӠбаАЬВсСԁеҽЕԌһНіꙇӏјЈКІӀМоОрРԛгѕЅТѵѴѡԝԜхХуүУҮ", "2336aAbBcCdeeEGhHiiljJKllMoOpPqrsSTvVwwWxXyyYY"],
  // Armenian
  ["քցհոռօՕգզՏսՍա", "fghnnoOqqSuUw"],
  // Canadian Aboriginal syllabics
  ["ᒿᗅᑲᖯᗷᑯᗞᗪᖴᕼᒍᒪᗰᑭᖇᑌᐯᕁᕽ", "2AbbBdDDFHJLMPRUVxx"],
  // Cherokee
  ["ᏎᏮᎪᏏᏴꮯᏟᏧᎠᎬᏀᏳᏂᎻꭵᎥᎫᏦᏞᎷᏢꮁᎡᏒꮪᏕᏚᎢꮩᏙꮃᎳᏔᎩᎽꮓᏃ", "46AbBcCdDEGGhHiiJKLMPrRRsSSTvVwWWYYzZ"],
  // Coptic
  ["ϨⳌⳒⳊⲥⲤⲎⲔⲒⳐⲘⲚⲟⲞⲣⲢⲅⲦⲬⲨ", "2369cCHKlLMNoOpPrTXY"],
  // Lisu
  ["ꓮꓐꓚꓒꓓꓰꓝꓖꓧꓙꓗꓲꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ", "ABCdDEFGHJKlLMNOPRSTUVWXYZ"],
] as const;

const latinOf = new Map(
  confusables.flatMap(([letters, latin]) =>
    Array.from(letters, (letter, index) => [letter, latin.charAt(index)]),
  ),
);

/**
 * Returns the text with Latin letters in place of letters that look like them. Two texts that look equal have the same
 * result. The result is only for comparison: it contains l for I and 1, and rn for m.
 */
export function replaceConfusableLetters(text: string): string {
  // An accent is a separate character here, so that its letter is found.
  return Array.from(text.normalize("NFKD"), (letter) => latinOf.get(letter) ?? letter)
    .join("")
    .replaceAll("m", "rn")
    .normalize("NFC");
}

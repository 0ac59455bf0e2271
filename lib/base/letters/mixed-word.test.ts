import fc from "fast-check";
import { expect, test } from "vitest";
import { findMixedWord } from "./mixed-word";

test.each([
  ["\u0410lex", "Latin and Cyrillic"],
  ["Al\u0435x Smith", "Latin and Cyrillic"],
  ["\u039dina", "Latin and Greek"],
  ["\u039d\u0418\u039d\u0410", "Greek and Cyrillic"],
  ["Sa\u0585", "Latin and Armenian"],
  ["Ale\u0665", "Latin and Arabic"],
  ["Ale\u13a0", "Latin"],
  ["Kim\u0e44\u0e17\u0e22", "Latin and Thai"],
  ["\u304b\u0430", "Cyrillic and Hiragana"],
  ["x\u200d\u0430", "Latin and Cyrillic"],
])("%j mixes %s letters", (name, scripts) => {
  expect(findMixedWord(name)?.scripts.join(" and ")).toBe(scripts);
});

test.each([
  "Zo\u00eb O'Brien-Smith",
  "Ada \u041b\u043e\u0432\u0435\u043b\u0435\u0439\u0441",
  "\u0391\u03bb\u03ad\u03be\u03b7\u03c2 2",
  "\u03b2-team",
  "\u5c71\u7530\u592a\u90ce",
  "\u5c71\u7530T\u30b7\u30e3\u30c4\u306e",
  "Kim\ubbfc\uc218",
  "LG\u96fb\u5b50",
  "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
  "\u0928\u093f\u0936\u093e",
  "\u13a0\u13b5\u13cf",
  "\u00b5bench 7\u00d7",
  "Ada \u{1f469}\u200d\u{1f4bb}",
  "",
])("%j mixes no alphabets in one word", (name) => {
  expect(findMixedWord(name)).toBeNull();
});

const latin = fc.constantFrom(...Array.from("aceopxyABCEHKMOPTX"));
const cyrillic = fc.constantFrom(
  ...Array.from("\u0430\u0441\u0435\u043e\u0440\u0445\u0443\u0410\u0412\u0421\u0415\u041d"),
);
const neutral = fc.constantFrom(...Array.from("0123456789\u0301"));

test("finds each word with a Latin and a Cyrillic letter, wherever they are", () => {
  fc.assert(
    fc.property(
      latin,
      cyrillic,
      fc.array(fc.oneof(latin, cyrillic, neutral), { maxLength: 10 }),
      fc.array(fc.nat({ max: 1_000 }), { minLength: 12, maxLength: 12 }),
      (first, second, further, order) => {
        const letters = [first, second, ...further].map((letter, index) => ({
          letter,
          rank: order[index] ?? 0,
        }));
        const word = letters
          .toSorted((left, right) => left.rank - right.rank)
          .map(({ letter }) => letter)
          .join("");
        expect(findMixedWord(`Ada ${word} Smith`)?.word).toBe(word);
      },
    ),
  );
});

test("finds no word if each word has letters of one alphabet", () => {
  const word = fc.oneof(
    ...[latin, cyrillic].map((letter) =>
      fc.string({ unit: fc.oneof(letter, neutral), minLength: 1, maxLength: 8 }),
    ),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 4 }), fc.constantFrom(" ", "-", "'", "."), (words, separator) => {
      expect(findMixedWord(words.join(separator))).toBeNull();
    }),
  );
});

test("any text has a mixed word of at most its length, or none", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
      const found = findMixedWord(text);
      expect(found === null || (found.word !== "" && text.includes(found.word))).toBe(true);
    }),
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { areConfusable } from "./confusable-names";

test.each(["ada  three", "\uff21da Three", "A\u200dda Three", "Ada Three\u200c", "\u{1d400}da Three"])(
  "%j looks like the name Ada Three",
  (name) => {
    expect(areConfusable(name, "Ada Three")).toBe(true);
  },
);

test.each([
  ["Anne-Marie Roux", "Anne\u2010Marie Roux"],
  ["Anne-Marie Roux", "Anne\u2212Marie Roux"],
  ["O'Brien", "O\u2019Brien"],
  ["O'Brien", "O\u02bcBrien"],
  ["O'Brien", "O\u00b4Brien"],
])("%j looks like %j with other punctuation", (first, second) => {
  expect(areConfusable(first, second)).toBe(true);
});

test("common names that differ do not look like each other", () => {
  const names =
    "Ian Lan Ida Lda Ines Lines Ivan Levan Iris Lris Ilse Else Ali Alli Ann Anna Anne Amelie Emilie Jon John Jan Jane Jo Lee Leo Lea Lia Ina Lina Nina Mina Mia Noor Nour Omar Umar Sara Sarah Tom Tim Timo Rui Rul Karl Kari Carl Cari Bill Bili Will Wili Paul Paula Pavel Wu Vu Yu Li Lu Luo Liu Ito Lto Igor Olga Ola Ole Kim Kin Jin Jun Jorn Jom Bern Bem Arne Ame Marta Maria Mario".split(
      " ",
    );
  const confusable = names.flatMap((first, index) =>
    names.slice(index + 1).flatMap((second) => (areConfusable(first, second) ? [`${first} ${second}`] : [])),
  );
  // "rn" looks like "m".
  expect(confusable).toEqual(["Jorn Jom", "Bern Bem", "Arne Ame"]);
});

test("an accent that an invisible character separates from its letter does not make another name", () => {
  expect(areConfusable("Jose\u034f\u0301", "Jos\u00e9")).toBe(true);
});

test.each([
  ["Alex", "\u0430\u04cf\u0435\u0445", "Cyrillic"],
  ["alex", "\ua4ee\ua4e1\ua4f0\ua4eb", "Lisu"],
  ["NINA", "\u039d\u0399\u039d\u0391", "Greek capitals"],
  ["viva", "\u03bd\u03b9\u03bd\u03b1", "Greek small letters"],
  ["\u0412\u041e\u0412", "Bob", "Latin"],
  ["Ze\u0308", "\u0396\u0435\u0308", "Greek and Cyrillic with an accent"],
  ["Alex", "AIex", "a capital I"],
  ["Alex", "A1ex", "a digit"],
  ["Adam", "Adarn", "two letters for one"],
  ["I\u015f\u0131k", "I\u015fik", "a letter without its dot"],
])("%j looks like %j: %s", (first, second) => {
  expect(areConfusable(first, second)).toBe(true);
  expect(areConfusable(second, first)).toBe(true);
});

test.each([
  ["Alex", "\u0410\u043b\u0435\u043a\u0441"],
  ["Jose", "Jos\u00e9"],
  ["Nina", "\u041d\u0438\u043d\u0430"],
  ["Ada Three", "Ada Four"],
])("%j does not look like %j", (first, second) => {
  expect(areConfusable(first, second)).toBe(false);
});

const letterPairs = [
  ["aceopsxyi", "\u0430\u0441\u0435\u043e\u0440\u0455\u0445\u0443\u0456"],
  ["ABEHIKMNOPTXYZ", "\u0391\u0392\u0395\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a7\u03a5\u0396"],
] as const;

test("each subset of letters with an equal look gives a name with an equal look", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...letterPairs),
      fc.array(fc.tuple(fc.nat({ max: 8 }), fc.boolean()), { minLength: 1, maxLength: 12 }),
      ([latin, foreign], choices) => {
        const original = choices.map(([index]) => latin.charAt(index)).join("");
        const copy = choices
          .map(([index, isForeign]) => (isForeign ? foreign : latin).charAt(index))
          .join("");
        expect(areConfusable(original, copy)).toBe(true);
      },
    ),
  );
});

test("a name looks like itself in each case", () => {
  const letter = fc.constantFrom(
    ...Array.from(
      "abcmrnlioABCMRNLIO01 \u0430\u0432\u043d\u0440\u0410\u0412\u041d\u0420\u03bd\u039d\u03b1\u0391",
    ),
  );
  fc.assert(
    fc.property(fc.string({ unit: letter, minLength: 1, maxLength: 12 }), (name) => {
      expect(areConfusable(name, name.toUpperCase())).toBe(true);
      expect(areConfusable(name, name.toLowerCase())).toBe(true);
    }),
  );
});

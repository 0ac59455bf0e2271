import fc from "fast-check";
import { expect, test } from "vitest";
import { splitByDirection } from "./writing-direction";
import { anyText } from "@/tests/support/any-text";

const rightToLeftParts = (text: string): readonly string[] =>
  splitByDirection(text).flatMap((part) => (part.isRightToLeft ? [part.text] : []));

test("separates a right-to-left name, with its punctuation, from the sentence around it", () => {
  expect(splitByDirection("חיפוש-7b: 5 requests/s, TTFT p95 1.2 s")).toEqual([
    { text: "חיפוש-7b", isRightToLeft: true },
    { text: ": 5 requests/s, TTFT p95 1.2 s", isRightToLeft: false },
  ]);
  expect(rightToLeftParts("دردشة العملاء 12 waits, and chat-بحث, too.")).toEqual(["دردشة العملاء", "chat-بحث"]);
  expect(rightToLeftParts("by instance: “שלום” 3, (عربي) 4.")).toEqual(["שלום", "عربي"]);
});

test("returns one part for a text without right-to-left names", () => {
  for (const text of ["", "search-30b is slow", "検索 über naïve 7b"])
    expect(splitByDirection(text)).toEqual([{ text, isRightToLeft: false }]);
});

test("loses no character of any text", () => {
  fc.assert(
    fc.property(anyText(60), (text) => {
      expect(
        splitByDirection(text)
          .map((part) => part.text)
          .join(""),
      ).toBe(text);
    }),
  );
});

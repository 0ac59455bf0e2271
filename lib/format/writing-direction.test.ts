import fc from "fast-check";
import { expect, test } from "vitest";
import { splitByDirection } from "./writing-direction";
import { anyText } from "@/tests/support/any-text";

const turned = (text: string): readonly string[] =>
  splitByDirection(text).flatMap((part) => (part.isRightToLeft ? [part.text] : []));

test("a name from right to left stands apart, with what belongs to it; what the sentence says does not", () => {
  expect(splitByDirection("חיפוש-7b: 5 requests/s, TTFT p95 1.2 s")).toEqual([
    { text: "חיפוש-7b", isTurned: true },
    { text: ": 5 requests/s, TTFT p95 1.2 s", isTurned: false },
  ]);
  expect(turned("دردشة العملاء 12 waits, and chat-بحث, too.")).toEqual(["دردشة العملاء", "chat-بحث"]);
  expect(turned("by instance: “שלום” 3, (عربي) 4.")).toEqual(["שלום", "عربي"]);
});

test("a text without such a name is one part", () => {
  for (const text of ["", "search-30b is slow", "検索 über naïve 7b"])
    expect(splitByDirection(text)).toEqual([{ text, isTurned: false }]);
});

test("nothing is lost of any text", () => {
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

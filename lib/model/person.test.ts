import { expect, test } from "vitest";
import { nameError } from "./person";

test.each([
  "Zoë O'Brien",
  "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
  "\u{1f469}\u200d\u{1f4bb} Kim",
  "Kim \u2764\ufe0f",
])("%j is a name", (name) => {
  expect(nameError(name)).toBeNull();
});

test.each([
  "",
  " ",
  "\u200b",
  "\u200d",
  "\u200c \u200d",
  "Ada\u2800Three",
  "Ada\u3164Three",
  "Ada\u034f",
  "Ada\u202e",
  "Ada\u0000",
  "Ada\u2028Three",
])("%j is refused", (name) => {
  expect(nameError(name)).toMatch(/^Must /u);
});

test("the error of mixed alphabets names the word and the alphabets", () => {
  expect(nameError("Dr. \u0410lex Smith")).toBe(
    'Must not mix alphabets in one word: "\u0410lex" has Latin and Cyrillic letters.',
  );
  expect(nameError("Kim\u2c80")).toBe(
    'Must not mix alphabets in one word: "Kim\u2c80" has different letters.',
  );
});

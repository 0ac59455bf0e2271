import { expect, test } from "vitest";
import { nameError, nameKey } from "./person";

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

test.each(["ada  three", "\uff21da Three", "A\u200dda Three", "Ada Three\u200c"])(
  "%j looks like the name Ada Three",
  (name) => {
    expect(nameKey(name)).toBe(nameKey("Ada Three"));
  },
);

test("an accent that an invisible character separates from its letter does not make another name", () => {
  expect(nameKey("Jose\u034f\u0301")).toBe(nameKey("Jos\u00e9"));
});

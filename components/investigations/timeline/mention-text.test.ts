import fc from "fast-check";
import { expect, test } from "vitest";
import { addMention, findMentions } from "./mention-text";

const people = [
  { id: "mara", name: "Mara Lindqvist" },
  { id: "mar", name: "Mar" },
  { id: "ines", name: "Ines" },
];

test.each([
  ["no one", []],
  ["@Mara Lindqvist, look at this", ["mara"]],
  ["@Mar and @Ines.", ["mar", "ines"]],
  ["@Mara Lindqvist and @Mar", ["mara", "mar"]],
  // Part of a longer word is no mention.
  ["@Inespector", []],
  ["ines@example.com", []],
  ["(@Ines)", ["ines"]],
])("finds the people of %j", (text, ids) => {
  expect(findMentions(text, people)).toEqual(ids);
});

test("property: an added mention is found after any text", () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...people), (text, { id, name }) => {
      expect(findMentions(addMention(text, name), people)).toContain(id);
    }),
  );
});

test("separates a mention from the text before it", () => {
  expect(addMention("", "Ines")).toBe("@Ines ");
  expect(addMention("See", "Ines")).toBe("See @Ines ");
  expect(addMention("See ", "Ines")).toBe("See @Ines ");
});

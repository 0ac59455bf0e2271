import { expect, test } from "vitest";
import { findMentions } from "./find-mentions";

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
  ["ops@Ines.example", []],
  ["(@Ines)", ["ines"]],
])("finds the people of %j", (text, ids) => {
  expect(findMentions(text, people)).toEqual(ids);
});

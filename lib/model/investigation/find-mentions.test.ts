import { expect, test } from "vitest";
import { findMentions, joinMentions, retainMentions } from "./find-mentions";

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
  // Part of a longer word is not a mention.
  ["@Inespector", []],
  ["ops@Ines.example", []],
  ["(@Ines)", ["ines"]],
])("finds the people of %j", (text, ids) => {
  expect(findMentions(text, people)).toEqual(ids);
});

const sameNamed = [...people, { id: "ines-2", name: "Ines" }];

test("a name of several people mentions all of them, or the chosen one", () => {
  expect(findMentions("@Ines", sameNamed)).toEqual(["ines", "ines-2"]);
  expect(joinMentions("@Ines and @Mar", sameNamed, [])).toEqual(["mar", "ines", "ines-2"]);
  expect(joinMentions("@Ines and @Mar", sameNamed, ["ines-2"])).toEqual(["ines-2", "mar"]);
  expect(joinMentions("no name", sameNamed, ["ines"])).toEqual(["ines"]);
});

test.each([
  ["remain while the text names them", "@Ines, look", "@Ines, look again", ["ines"], ["ines"]],
  ["end with their name in the text", "@Ines, look", "Solved", ["ines"], []],
  ["remain if a request named them", "Look", "Solved", ["ines"], ["ines"]],
  ["remain as they were chosen for a name", "@Ines", "@Ines, look", ["ines-2"], ["ines-2"]],
  ["of removed people remain", "@Gone", "Solved", ["gone"], ["gone"]],
])("mentions %s", (_name, before, after, mentions, expected) => {
  expect(retainMentions(mentions, sameNamed, { before, after })).toEqual(expected);
});

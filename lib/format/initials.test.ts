import { expect, test } from "vitest";
import { formatInitials } from "./initials";

test.each([
  ["Mara Lindqvist", "ML"],
  ["Tomás Rey", "TR"],
  ["Ada Augusta King-Noel", "AN"],
  ["jun.watanabe", "JW"],
  ["Ines", "I"],
  ["李 小龍", "李小"],
  ["  ", ""],
  ["(On call) Élodie", "CÉ"],
])("the initials of %j are %j", (name, initials) => {
  expect(formatInitials(name)).toBe(initials);
});

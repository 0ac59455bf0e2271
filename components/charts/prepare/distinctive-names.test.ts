import fc from "fast-check";
import { expect, test } from "vitest";
import { removeSharedAffixes, shortenNamesBeforeNumbers } from "./distinctive-names";

test.each([
  [
    ["chat-70b-0:8000", "chat-70b-1:8000"],
    ["0", "1"],
  ],
  [
    ["10.0.0.1:8000", "10.0.0.12:8000"],
    ["1", "12"],
  ],
  [
    ["stop", "stopped"],
    ["stop", "stopped"],
  ],
  [
    ["eu/a", "eu/b", ""],
    ["a", "b", ""],
  ],
  [["alone:1"], ["alone:1"]],
  [
    ["a:1", "a:1:1"],
    ["a:1", "a:1:1"],
  ],
])("shortens %j to %j", (names, short) => {
  expect(removeSharedAffixes(names)).toEqual(short);
});

test("never makes different names equal or empty", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.stringMatching(/^[ab:-]{1,6}$/), { minLength: 1 }), (names) => {
      const short = removeSharedAffixes(names);
      expect(short).not.toContain("");
      expect(new Set(short).size).toBe(names.length);
    }),
  );
});

test.each([
  [
    ["chat-70b-0:8000", "chat-70b-1:8000"],
    ["…70b-0", "…70b-1"],
  ],
  [
    ["10.0.0.1:8000", "10.0.0.12:8000"],
    ["…0.1", "…0.12"],
  ],
  [
    ["instance-0", "instance-1"],
    ["…-0", "…-1"],
  ],
  [
    ["b-0", "b-1", ""],
    ["b-0", "b-1", ""],
  ],
  [
    ["0", "10"],
    ["“0”", "“10”"],
  ],
  [
    ["0:80", "1:80"],
    ["“0”", "“1”"],
  ],
  [
    ["eu/a", "eu/b"],
    ["a", "b"],
  ],
])("shortens %j to %j next to numbers", (names, short) => {
  expect(shortenNamesBeforeNumbers(names)).toEqual(short);
});

test("never returns a number next to a number, and keeps different names different", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.stringMatching(/^[a1:-]{1,6}$/), { minLength: 1 }), (names) => {
      const short = shortenNamesBeforeNumbers(names);
      expect(new Set(short).size).toBe(names.length);
      for (const name of short) expect(name).not.toMatch(/^[\d.,]+$/);
    }),
  );
});

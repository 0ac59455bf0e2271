import { expect, test } from "vitest";
import { listStateChanges, nameObject, identifierToText } from "./state-changes";

test("lists changed, added and removed fields, and no equal ones", () => {
  const before = { id: "1", time_zone: "UTC", note: "a", limits: { ttft: 1, tpot: 2 } };
  const after = { id: "1", time_zone: "Asia/Tokyo", limits: { ttft: 3, tpot: 2 }, tags: ["x"] };
  expect(listStateChanges(before, after)).toEqual([
    { field: "time zone", before: "UTC", after: "Asia/Tokyo" },
    { field: "note", before: "a", after: "empty" },
    { field: "limits.ttft", before: "1", after: "3" },
    { field: "tags", before: "empty", after: "x" },
  ]);
});

test("a created or deleted object has no changed fields", () => {
  expect(listStateChanges(null, { id: "1" })).toEqual([]);
  expect(listStateChanges({ id: "1" }, null)).toEqual([]);
});

test("an object is named by its title, name or slug in the newest state that has one, else by its id", () => {
  expect(nameObject("1", [{ title: "New" }, { title: "Former" }])).toBe("New");
  expect(nameObject("1", [null, { title: "", slug: "chat-70b" }])).toBe("chat-70b");
  expect(nameObject("1", [{ title: 4 }, null])).toBe("1");
});

test("identifiers become words", () => {
  expect([identifierToText("edit-event"), identifierToText("catalogue_entries")]).toEqual([
    "edit event",
    "catalogue entries",
  ]);
});

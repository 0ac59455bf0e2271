import { expect, test } from "vitest";
import { findInstance } from "./span-instance";

const instances = ["chat-0:8000", "chat-1:8000"];

test.each([
  [["chat-1:8000"], "chat-1:8000"],
  [["chat-1"], "chat-1:8000"],
  [["elsewhere", "chat-0"], "chat-0:8000"],
  [["chat-1", "chat-0"], "chat-1:8000"],
  [["chat"], null],
  [[], null],
])("maps the locations %j to %s", (locations, instance) => {
  expect(findInstance({ instanceNames: locations }, instances)).toBe(instance);
});

test("returns no instance while details are not loaded", () => {
  expect(findInstance(null, instances)).toBeNull();
});

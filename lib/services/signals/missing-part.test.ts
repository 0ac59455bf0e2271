import { expect, test } from "vitest";
import type { Reading } from "@/lib/model/reading";
import { missingPart, withMissingPart } from "./missing-part";

const deployment = { title: "Chat", model: "llama", instances: ["chat-0:8000"] };
const notYet: Reading = { kind: "absent", reason: "not-yet-known", detail: "Not enough samples." };

test("what a deployment does not have is told by name", () => {
  const scope = { deployment: "chat" };
  expect(missingPart(scope, deployment)).toBeNull();
  expect(missingPart({ ...scope, model: "llama", instance: "chat-0:8000" }, deployment)).toBeNull();
  expect(missingPart({ ...scope, model: "other" }, deployment)).toBe("There is no model other in Chat.");
  expect(missingPart({ ...scope, instance: "nope" }, deployment)).toBe(
    "There is no instance nope in Chat now.",
  );
});

test("it stands in the place of another reason, never of a number", () => {
  const missing = "There is no instance nope in Chat now.";
  expect(withMissingPart(notYet, missing)).toEqual({ kind: "absent", reason: "no-series", detail: missing });
  const present: Reading = { kind: "present", value: 1, atMs: 0, windowMs: 1 };
  expect(withMissingPart(present, missing)).toBe(present);
  expect(withMissingPart(notYet, null)).toBe(notYet);
});

import { expect, test } from "vitest";
import type { Reading } from "@/lib/model/reading";
import { describeMissingPart, withMissingPart } from "./missing-part";

const deployment = { title: "Chat", model: "llama", instances: ["chat-0:8000"] };
const notYet: Reading = { kind: "absent", reason: "not-yet-known", detail: "Not enough samples." };

test("names the model or instance that the deployment does not have", () => {
  const scope = { deployment: "chat" };
  expect(describeMissingPart(scope, deployment)).toBeNull();
  expect(describeMissingPart({ ...scope, model: "llama", instance: "chat-0:8000" }, deployment)).toBeNull();
  expect(describeMissingPart({ ...scope, model: "other" }, deployment)).toBe("Chat has no model other.");
  expect(describeMissingPart({ ...scope, instance: "nope" }, deployment)).toBe(
    "Chat currently has no instance nope.",
  );
});

test("replaces another reason, but never a value", () => {
  const missing = "Chat currently has no instance nope.";
  expect(withMissingPart(notYet, missing)).toEqual({ kind: "absent", reason: "no-series", detail: missing });
  const present: Reading = { kind: "present", value: 1, atMs: 0, windowMs: 1 };
  expect(withMissingPart(present, missing)).toBe(present);
  expect(withMissingPart(notYet, null)).toBe(notYet);
});

import { expect, test } from "vitest";
import type { Reading } from "@/lib/model/reading";
import { describeUnknownScope, withUnknownScopeReason } from "./unknown-scope";

const deployment = { title: "Chat", model: "llama", instances: ["chat-0:8000"] };
const notYet: Reading = { kind: "absent", reason: "not-yet-known", detail: "Not enough samples." };

test("names the model or instance that the deployment does not have", () => {
  const scope = { deployment: "chat" };
  expect(describeUnknownScope(scope, deployment)).toBeNull();
  expect(describeUnknownScope({ ...scope, model: "llama", instance: "chat-0:8000" }, deployment)).toBeNull();
  expect(describeUnknownScope({ ...scope, model: "other" }, deployment)).toBe("Chat has no model other.");
  expect(describeUnknownScope({ ...scope, instance: "nope" }, deployment)).toBe(
    "Chat currently has no instance nope.",
  );
});

test("replaces another reason, but never a value", () => {
  const missing = "Chat currently has no instance nope.";
  expect(withUnknownScopeReason(notYet, missing)).toEqual({
    kind: "absent",
    reason: "no-series",
    detail: missing,
  });
  const present: Reading = { kind: "present", value: 1, atMs: 0, windowMs: 1 };
  expect(withUnknownScopeReason(present, missing)).toBe(present);
  expect(withUnknownScopeReason(notYet, null)).toBe(notYet);
});

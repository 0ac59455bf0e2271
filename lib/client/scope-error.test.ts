import { expect, test } from "vitest";
import { findScopeError, type RequestedScope } from "./scope-error";

const known = {
  deployments: [{ slug: "chat", title: "Chat", model: "llama", instances: ["chat-0:8000"] }],
  aliases: { talk: "chat" },
};
const scopeOf = (parts: Partial<RequestedScope>): RequestedScope => ({
  linkedDeployment: parts.deployment ?? null,
  deployment: null,
  model: null,
  instance: null,
  ...parts,
});

test("returns no error for an existing deployment, including a former name", () => {
  expect(findScopeError(scopeOf({}), known)).toBeUndefined();
  expect(
    findScopeError(scopeOf({ deployment: "chat", model: "llama", instance: "chat-0:8000" }), known),
  ).toBeUndefined();
  expect(findScopeError(scopeOf({ deployment: "talk" }), known)).toBeUndefined();
});

test("reports an unknown deployment, and an impossible name before deployments are loaded", () => {
  expect(findScopeError(scopeOf({ deployment: "unknown" }), known)).toEqual({
    kind: "no-deployment",
    requested: "unknown",
  });
  expect(findScopeError(scopeOf({ linkedDeployment: "<script>" }), undefined)).toEqual({
    kind: "no-deployment",
    requested: "<script>",
  });
});

test("reports nothing while no deployment is known", () => {
  expect(findScopeError(scopeOf({ deployment: "unknown" }), undefined)).toBeUndefined();
  expect(
    findScopeError(scopeOf({ deployment: "unknown" }), { deployments: [], aliases: {} }),
  ).toBeUndefined();
});

test("names the deployment that lacks the model or instance", () => {
  expect(findScopeError(scopeOf({ deployment: "chat", model: "other" }), known)).toEqual({
    kind: "no-model",
    requested: "other",
    title: "Chat",
  });
  expect(findScopeError(scopeOf({ deployment: "chat", instance: "nope" }), known)).toEqual({
    kind: "no-instance",
    requested: "nope",
    title: "Chat",
  });
});

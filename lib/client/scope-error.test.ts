import { expect, test } from "vitest";
import { findScopeError, type RequestedScope } from "./scope-error";

const known = {
  deployments: [{ slug: "chat", title: "Chat", model: "llama", instances: ["chat-0:8000"] }],
  aliases: { talk: "chat" },
};
const scopeOf = (parts: Partial<RequestedScope>): RequestedScope => ({
  linked: parts.d ?? null,
  d: null,
  m: null,
  i: null,
  ...parts,
});

test("returns no error for an existing deployment, including a former name", () => {
  expect(findScopeError(scopeOf({}), known)).toBeUndefined();
  expect(findScopeError(scopeOf({ d: "chat", m: "llama", i: "chat-0:8000" }), known)).toBeUndefined();
  expect(findScopeError(scopeOf({ d: "talk" }), known)).toBeUndefined();
});

test("reports an unknown deployment, and an impossible name before deployments are loaded", () => {
  expect(findScopeError(scopeOf({ d: "unknown" }), known)).toEqual({
    kind: "no-deployment",
    requested: "unknown",
  });
  expect(findScopeError(scopeOf({ linked: "<script>" }), undefined)).toEqual({
    kind: "no-deployment",
    requested: "<script>",
  });
});

test("reports nothing while no deployment is known", () => {
  expect(findScopeError(scopeOf({ d: "unknown" }), undefined)).toBeUndefined();
  expect(findScopeError(scopeOf({ d: "unknown" }), { deployments: [], aliases: {} })).toBeUndefined();
});

test("names the deployment that lacks the model or instance", () => {
  expect(findScopeError(scopeOf({ d: "chat", m: "other" }), known)).toEqual({
    kind: "no-model",
    requested: "other",
    title: "Chat",
  });
  expect(findScopeError(scopeOf({ d: "chat", i: "nope" }), known)).toEqual({
    kind: "no-instance",
    requested: "nope",
    title: "Chat",
  });
});

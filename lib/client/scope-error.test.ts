import { expect, test } from "vitest";
import { findScopeError, type RequestedScope } from "./scope-error";

const known = {
  deployments: [{ slug: "chat", title: "Chat", model: "llama", instances: ["chat-0:8000"] }],
  aliases: { talk: "chat" },
};
const asked = (parts: Partial<RequestedScope>): RequestedScope => ({
  linked: parts.d ?? null,
  d: null,
  m: null,
  i: null,
  ...parts,
});

test("returns no error for an existing deployment, including a former name", () => {
  expect(findScopeError(asked({}), known)).toBeUndefined();
  expect(findScopeError(asked({ d: "chat", m: "llama", i: "chat-0:8000" }), known)).toBeUndefined();
  expect(findScopeError(asked({ d: "talk" }), known)).toBeUndefined();
});

test("reports an unknown deployment, and an impossible name before deployments are loaded", () => {
  expect(findScopeError(asked({ d: "nobody" }), known)).toEqual({
    kind: "no-deployment",
    requested: "nobody",
  });
  expect(findScopeError(asked({ linked: "<script>" }), undefined)).toEqual({
    kind: "no-deployment",
    requested: "<script>",
  });
});

test("reports nothing while no deployment is known", () => {
  expect(findScopeError(asked({ d: "nobody" }), undefined)).toBeUndefined();
  expect(findScopeError(asked({ d: "nobody" }), { deployments: [], aliases: {} })).toBeUndefined();
});

test("names the deployment that lacks the model or instance", () => {
  expect(findScopeError(asked({ d: "chat", m: "other" }), known)).toEqual({
    kind: "no-model",
    requested: "other",
    title: "Chat",
  });
  expect(findScopeError(asked({ d: "chat", i: "nope" }), known)).toEqual({
    kind: "no-instance",
    requested: "nope",
    title: "Chat",
  });
});

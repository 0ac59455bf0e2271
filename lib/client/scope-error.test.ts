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

test("what is there is no trouble, under a former name too", () => {
  expect(findScopeError(asked({}), known)).toBeUndefined();
  expect(findScopeError(asked({ d: "chat", m: "llama", i: "chat-0:8000" }), known)).toBeUndefined();
  expect(findScopeError(asked({ d: "talk" }), known)).toBeUndefined();
});

test("a deployment that is not there is told, and one that could never be is told before anything is read", () => {
  expect(findScopeError(asked({ d: "nobody" }), known)).toEqual({ kind: "no-deployment", asked: "nobody" });
  expect(findScopeError(asked({ linked: "<script>" }), undefined)).toEqual({
    kind: "no-deployment",
    asked: "<script>",
  });
});

test("while no deployment is known none is missing", () => {
  expect(findScopeError(asked({ d: "nobody" }), undefined)).toBeUndefined();
  expect(findScopeError(asked({ d: "nobody" }), { deployments: [], aliases: {} })).toBeUndefined();
});

test("a model and an instance of somebody else are told with the deployment they were sought in", () => {
  expect(findScopeError(asked({ d: "chat", m: "other" }), known)).toEqual({
    kind: "no-model",
    asked: "other",
    title: "Chat",
  });
  expect(findScopeError(asked({ d: "chat", i: "nope" }), known)).toEqual({
    kind: "no-instance",
    asked: "nope",
    title: "Chat",
  });
});

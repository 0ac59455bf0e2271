import { expect, test } from "vitest";
import { scopeTrouble, type AskedScope } from "./scope-trouble";

const known = {
  deployments: [{ slug: "chat", title: "Chat", model: "llama", instances: ["chat-0:8000"] }],
  aliases: { talk: "chat" },
};
const asked = (parts: Partial<AskedScope>): AskedScope => ({
  linked: parts.d ?? null,
  d: null,
  m: null,
  i: null,
  ...parts,
});

test("what is there is no trouble, under a former name too", () => {
  expect(scopeTrouble(asked({}), known)).toBeUndefined();
  expect(scopeTrouble(asked({ d: "chat", m: "llama", i: "chat-0:8000" }), known)).toBeUndefined();
  expect(scopeTrouble(asked({ d: "talk" }), known)).toBeUndefined();
});

test("a deployment that is not there is told, and one that could never be is told before anything is read", () => {
  expect(scopeTrouble(asked({ d: "nobody" }), known)).toEqual({ kind: "no-deployment", asked: "nobody" });
  expect(scopeTrouble(asked({ linked: "<script>" }), undefined)).toEqual({
    kind: "no-deployment",
    asked: "<script>",
  });
});

test("while no deployment is known none is missing", () => {
  expect(scopeTrouble(asked({ d: "nobody" }), undefined)).toBeUndefined();
  expect(scopeTrouble(asked({ d: "nobody" }), { deployments: [], aliases: {} })).toBeUndefined();
});

test("a model and an instance of somebody else are told with the deployment they were sought in", () => {
  expect(scopeTrouble(asked({ d: "chat", m: "other" }), known)).toEqual({
    kind: "no-model",
    asked: "other",
    title: "Chat",
  });
  expect(scopeTrouble(asked({ d: "chat", i: "nope" }), known)).toEqual({
    kind: "no-instance",
    asked: "nope",
    title: "Chat",
  });
});

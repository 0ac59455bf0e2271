import { expect, test } from "vitest";
import { applyChoiceEdit, parseStoredChoice, type ChoiceProvenance } from "./roofline-choice";

const at = (version: number): ChoiceProvenance => ({ version, author: "operator", atMs: version * 1_000 });

test("keeps fields that an edit does not name, resets null fields, and records since when each choice applies", () => {
  const first = applyChoiceEdit(null, { model: "llama-3.1-8b", accelerator: "h100-sxm" }, at(1));
  const second = applyChoiceEdit(first, { model: "llama-3.1-8b", tensorParallel: 2 }, at(2));
  expect(second.chosen).toEqual({ model: "llama-3.1-8b", accelerator: "h100-sxm", tensorParallel: 2 });
  expect(second.since).toEqual({ model: at(1), accelerator: at(1), tensorParallel: at(2) });
  const third = applyChoiceEdit(second, { accelerator: null, model: "llama-3.1-70b" }, at(3));
  expect(third.chosen).toEqual({ model: "llama-3.1-70b", tensorParallel: 2 });
  expect(third.since).toEqual({ model: at(3), tensorParallel: at(2) });
  expect(parseStoredChoice(JSON.parse(JSON.stringify(third)))).toEqual(third);
});

test("refuses a document that no release has written", () => {
  expect(() => parseStoredChoice({ version: 1, chosen: { model: "UPPER" }, since: {} })).toThrow(/model/);
  expect(() => parseStoredChoice({ version: 2, chosen: {}, since: {} })).toThrow(/version/);
});

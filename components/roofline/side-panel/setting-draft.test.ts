import { expect, test } from "vitest";
import { editOf, type SettingDraft } from "./setting-draft";

const nothing: SettingDraft = {
  model: "",
  weights: "",
  kv: "",
  accelerator: "",
  acceleratorCount: "",
  tensorParallel: "",
  pipelineParallel: "",
  isChunked: "",
  stepTokenBudget: "",
  maxBatch: "",
  price: "",
  currency: "",
};

test("only changed fields are sent", () => {
  expect(editOf(nothing, nothing)).toEqual({ body: {}, errors: {} });
  const draft = {
    ...nothing,
    accelerator: "h100-sxm",
    weights: "fp8",
    tensorParallel: "4",
    isChunked: "false",
  };
  expect(editOf(draft, nothing)).toEqual({
    body: { accelerator: "h100-sxm", weights: "fp8", tensorParallel: 4, isChunked: false },
    errors: {},
  });
});

test("an emptied field returns to the detected value", () => {
  const before = { ...nothing, model: "llama-3.1-8b", maxBatch: "256", price: "2.5", currency: "EUR" };
  expect(editOf(nothing, before).body).toEqual({ model: null, maxBatch: null, price: null });
});

test.each(["0", "-1", "2.5", "many", "1000000"])("rejects %s as a count and states the reason", (text) => {
  const { body, errors } = editOf({ ...nothing, maxBatch: text }, nothing);
  expect(body).toEqual({});
  expect(errors.maxBatch).toMatch(/integer/);
});

test("a price requires a number and a currency", () => {
  expect(editOf({ ...nothing, price: "2.5", currency: "eur" }, nothing).body).toEqual({
    price: { perAcceleratorHour: 2.5, currency: "EUR" },
  });
  expect(editOf({ ...nothing, price: "2.5" }, nothing).errors.price).toMatch(/three letters/);
  expect(editOf({ ...nothing, price: "free", currency: "EUR" }, nothing).errors.price).toMatch(/above 0/);
});

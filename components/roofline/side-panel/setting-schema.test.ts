import { expect, test } from "vitest";
import { findChangedNames } from "@/components/shared/forms/compare-values";
import { parseForm } from "@/tests/support/parse-form";
import { settingSchema, type SettingDraft } from "./setting-schema";

const noPrice = { perAcceleratorHour: "", currency: "" };
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
  price: noPrice,
};

/** The changed values of the body, and the errors. */
function editOf(draft: SettingDraft, before: SettingDraft) {
  const { body, errors } = parseForm(settingSchema, draft);
  const names = findChangedNames({ ...before }, { ...draft });
  return {
    body: Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => names.includes(name))),
    errors,
  };
}

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
  const price = { perAcceleratorHour: "2.5", currency: "EUR" };
  const before = { ...nothing, model: "llama-3.1-8b", maxBatch: "256", price };
  expect(editOf(nothing, before).body).toEqual({ model: null, maxBatch: null, price: null });
});

test.each(["0", "-1", "2.5", "many", "1000000"])("rejects %s as a count and states the reason", (text) => {
  const { body, errors } = editOf({ ...nothing, maxBatch: text }, nothing);
  expect(body).toEqual({});
  expect(errors["maxBatch"]).toMatch(/integer/);
});

test("a price requires a number and a currency", () => {
  const price = (perAcceleratorHour: string, currency: string) =>
    editOf({ ...nothing, price: { perAcceleratorHour, currency } }, nothing);
  expect(price("2.5", "eur").body).toEqual({ price: { perAcceleratorHour: 2.5, currency: "EUR" } });
  expect(price("2.5", "").errors["price.currency"]).toMatch(/three letters/);
  expect(price("free", "EUR").errors["price.perAcceleratorHour"]).toMatch(/above 0/);
});

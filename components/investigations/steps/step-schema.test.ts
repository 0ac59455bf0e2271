import { expect, test } from "vitest";
import { reproduceStep } from "@/lib/investigations/steps/reproduce";
import { z } from "@/components/shared/forms/field-schemas";
import { stepSchema, toStepValues } from "./step-schema";

test("a stored step survives the form, with values of fields that the step no longer has", () => {
  const record = {
    answers: { "run-count": "10", "former-field": "old" },
    checked: ["former-item", "minimal"],
  };
  const values = toStepValues(reproduceStep, record);
  expect(values.answers).toMatchObject({ "run-count": "10", "test-case": "", "former-field": "old" });
  expect(values.checked).toMatchObject({ minimal: true, "opposite-run": false, "former-item": true });
  const parsed = z.safeParse(stepSchema, values);
  expect(parsed.success && parsed.data.answers).toEqual(record.answers);
  expect(parsed.success && parsed.data.checked?.toSorted()).toEqual(record.checked);
});

test("an answer with spaces only is not an answer", () => {
  const parsed = z.safeParse(stepSchema, { answers: { a: "  ", b: " text " }, checked: {} });
  expect(parsed.data).toEqual({ answers: { b: " text " }, checked: [] });
});

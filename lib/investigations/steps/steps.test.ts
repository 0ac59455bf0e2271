/** Contract of every step: complete texts, unique ids, and an input that completes it. */
import { describe, expect, test } from "vitest";
import { findMissingParts } from "../progress";
import { stepIds } from "@/lib/model/investigation/step-ids";
import type { StepField } from "../step";
import { getStep, steps } from "./steps";

test("the list has every step once, in the order of the stored ids", () => {
  expect(steps.map(({ id }) => id)).toEqual(stepIds);
  expect(stepIds.map((id) => getStep(id).id)).toEqual(stepIds);
});

describe.each(steps)("step $id", (step) => {
  test("explains itself in full sentences", () => {
    expect(step.question).toMatch(/^[A-Z].*\?$/);
    for (const text of [step.focus, step.keyOutput, step.doneWhen, step.riskIfSkipped])
      expect(text).toMatch(/^[A-Z].*\.$/);
    for (const { text } of step.checklist) expect(text).toMatch(/^[A-Z].*\.$/);
    for (const { help } of step.fields) expect(help).toMatch(/^[A-Z].*\.$/);
    for (const { remedy } of step.conditions) expect(remedy).toMatch(/^[A-Z].*\.$/);
  });

  test("has unique ids in kebab-case", () => {
    const lists = [step.fields, step.checklist, step.conditions];
    for (const ids of lists.map((list) => list.map(({ id }) => id))) {
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) expect(id).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    }
  });

  test("requires input, and a complete input completes it", () => {
    expect(findMissingParts(step, { answers: {}, checked: [] }, noFacts).length).toBeGreaterThan(0);
    const answers = Object.fromEntries(step.fields.map((field) => [field.id, exampleOf(field)]));
    const checked = step.checklist.map(({ id }) => id);
    const facts = { hasGoal: true, baseline: "usable", provenHypothesisCount: 1, experiments: [] } as const;
    expect(findMissingParts(step, { answers, checked }, facts)).toEqual([]);
  });

  test("limits a count by another count of the step", () => {
    for (const field of step.fields) {
      if (field.kind !== "count" || field.limitField === undefined) continue;
      expect(step.fields.find(({ id }) => id === field.limitField)?.kind).toBe("count");
    }
  });
});

const noFacts = { hasGoal: false, baseline: "missing", provenHypothesisCount: 0, experiments: [] } as const;

function exampleOf(field: StepField): string {
  if (field.kind === "choice") return field.options[0]?.id ?? "";
  return field.kind === "count" ? "5" : "text";
}

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StepInput } from "@/lib/model/investigation/step-record";
import { fieldError, findMissingParts } from "./progress";
import type { ProgressFacts, Step } from "./step";
import { steps } from "./steps/steps";
import { defineBaselineStep } from "./steps/define-baseline";
import { reproduceStep } from "./steps/reproduce";

const noInput: StepInput = { answers: {}, checked: [] };
const noFacts: ProgressFacts = {
  hasGoal: false,
  baseline: "missing",
  provenHypothesisCount: 0,
  experiments: [],
};
const metFacts: ProgressFacts = {
  hasGoal: true,
  baseline: "usable",
  provenHypothesisCount: 1,
  experiments: [],
};

describe("missing parts", () => {
  test("are conditions first, then required fields, then the checklist", () => {
    expect(
      findMissingParts(defineBaselineStep, noInput, noFacts).map(({ kind, id }) => `${kind} ${id}`),
    ).toEqual([
      "condition baseline",
      "condition goal",
      "field present-value",
      "check normal-operation",
      "check limits-listed",
    ]);
  });

  test("have names for a list, without the period of a sentence", () => {
    expect(findMissingParts(defineBaselineStep, noInput, noFacts).map(({ name }) => name)).toEqual([
      "baseline",
      "goal",
      "“Present value of the goal's signal”",
      "“The baseline covers normal operation, without an incident or a load test”",
      "“The values that must not worsen are listed, cost included”",
    ]);
  });

  test("exclude a condition that is met and an item that is ticked", () => {
    const parts = findMissingParts(defineBaselineStep, { answers: {}, checked: ["limits-listed"] }, metFacts);
    expect(parts.map(({ id }) => id)).toEqual(["present-value", "normal-operation"]);
  });

  test("include a field with spaces only, and a name that every object inherits has no value", () => {
    const step: Pick<Step, "fields" | "checklist" | "conditions"> = {
      fields: [{ id: "constructor", kind: "text", label: "Builder", help: "A name.", isRequired: true }],
      checklist: [],
      conditions: [],
    };
    expect(findMissingParts(step, noInput, metFacts)).toEqual([
      { kind: "field", id: "constructor", text: "“Builder” is empty.", name: "“Builder”" },
    ]);
    expect(findMissingParts(step, { answers: { constructor: "  " }, checked: [] }, metFacts)).toHaveLength(1);
  });
});

describe("a count", () => {
  const errors = (answers: StepInput["answers"]): readonly (string | null)[] =>
    reproduceStep.fields.filter(({ kind }) => kind === "count").map((field) => fieldError(field, answers));

  test.each([
    ["10", "7", null, null],
    ["10", "10", null, null],
    ["10", "11", null, "“Runs that show the symptom” must be at most 10."],
    ["ten", "7", "“Number of runs” must be a number without decimals.", null],
    ["1.5", "1", "“Number of runs” must be a number without decimals.", null],
    ["", "7", "“Number of runs” is empty.", null],
  ])("of %s runs with %s successes", (runs, reproduced, first, second) => {
    expect(errors({ "run-count": runs, "reproduced-count": reproduced })).toEqual([first, second]);
  });
});

test("an option that is not listed is missing", () => {
  const field = steps.flatMap((step) => step.fields).find(({ kind }) => kind === "choice");
  if (field === undefined) throw new Error("no choice");
  expect(fieldError(field, { [field.id]: "other" })).toBe(
    `“${field.label}” has a value that is not in its list.`,
  );
});

const anyInput = fc.record({
  answers: fc.dictionary(
    fc.constantFrom(...steps.flatMap(({ fields }) => fields.map(({ id }) => id)), "unknown", "__proto__"),
    fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom("3", "deploy", " ")),
  ),
  checked: fc.array(
    fc.constantFrom(...steps.flatMap(({ checklist }) => checklist.map(({ id }) => id)), "unknown"),
  ),
});
const anyStep = fc.constantFrom(...steps);
const anyFacts = fc.record({
  hasGoal: fc.boolean(),
  baseline: fc.constantFrom("missing", "other-deployment", "usable"),
  provenHypothesisCount: fc.nat(3),
  experiments: fc.constant([]),
});

test("a tick removes its item and nothing else", () => {
  fc.assert(
    fc.property(anyStep, anyInput, anyFacts, (step, input, facts) => {
      const before = findMissingParts(step, input, facts);
      for (const { id } of step.checklist) {
        const after = findMissingParts(step, { ...input, checked: [...input.checked, id] }, facts);
        expect(after).toEqual(before.filter((part) => part.kind !== "check" || part.id !== id));
      }
    }),
  );
});

test("each part is reported at most once, and values of unknown fields change nothing", () => {
  fc.assert(
    fc.property(anyStep, anyInput, anyFacts, fc.string(), (step, input, facts, text) => {
      const parts = findMissingParts(step, input, facts);
      expect(new Set(parts.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(parts.length);
      const answers = { ...input.answers, "no-such-field": text };
      expect(findMissingParts(step, { ...input, answers }, facts)).toEqual(parts);
    }),
  );
});

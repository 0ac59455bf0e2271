import { expect, test } from "vitest";
import { createLinkChangeBody, createStepsChangeBody } from "./link-change";

const evidence = {
  steps: [
    { round: 1, step: "collect-data" as const },
    { round: 2, step: "form-hypotheses" as const },
  ],
  hypotheses: [
    { hypothesisId: "a", number: 1, direction: "for" as const, weight: "weak" as const },
    { hypothesisId: "b", number: 2, direction: "against" as const, weight: "strong" as const },
  ],
};
const from = [
  { hypothesisId: "a", direction: "for", weight: "weak" },
  { hypothesisId: "b", direction: "against", weight: "strong" },
];

test("adds a link, and keeps the other links and the steps of the round", () => {
  const link = { hypothesisId: "c", direction: "for", weight: "moderate" } as const;
  expect(createLinkChangeBody(evidence, link, 2)).toEqual({
    steps: ["form-hypotheses"],
    hypotheses: [...from, link],
    from,
    fromSteps: ["form-hypotheses"],
  });
});

test("replaces the link to a hypothesis", () => {
  const link = { hypothesisId: "a", direction: "against", weight: "strong" } as const;
  expect(createLinkChangeBody(evidence, link, 2).hypotheses).toEqual([from[1], link]);
});

test("removes the link to a hypothesis", () => {
  const link = { hypothesisId: "b", direction: "none", weight: "strong" } as const;
  expect(createLinkChangeBody(evidence, link, 1)).toMatchObject({
    steps: ["collect-data"],
    hypotheses: [from[0]],
    from,
  });
});

test("replaces the steps of the round, and keeps the links to hypotheses", () => {
  expect(createStepsChangeBody(evidence, ["reproduce"], 2)).toEqual({
    steps: ["reproduce"],
    hypotheses: from,
    from,
    fromSteps: ["form-hypotheses"],
  });
});

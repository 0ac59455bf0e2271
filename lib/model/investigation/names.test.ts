import { expect, test } from "vitest";
import { evidenceName } from "./evidence";
import { hypothesisName } from "./hypothesis";
import { investigationName } from "./investigation";
import { defaultSeverity, parseSeverity, severities, severityExplanations } from "./severity";

test("investigations, hypotheses and evidence are named by their number", () => {
  expect([investigationName(31), hypothesisName(1), evidenceName(7)]).toEqual(["INV-31", "H1", "E7"]);
});

test("every severity has one sentence, and an unknown stored one is the default", () => {
  for (const severity of severities) expect(severityExplanations[severity]).toMatch(/^[A-Z][^.]*\.$/);
  expect([parseSeverity(1), parseSeverity(9)]).toEqual([1, defaultSeverity]);
});

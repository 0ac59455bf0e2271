import { expect, test } from "vitest";
import { fixtureUses } from "../fixtures";
import { listDeletionEffects } from "./deletion-effects";

const open = { visibility: "open" } as const;

test("of an unused baseline, only its measurements are lost", () => {
  expect(listDeletionEffects(open, fixtureUses)).toEqual([
    "Its measurements cannot be restored. To keep a copy, export the baseline first.",
    "If it was a default, its name stays in the history of defaults.",
  ]);
});

test("names the gate runs, investigations and experiments that use the baseline", () => {
  const uses = {
    waitingGateCount: 1,
    investigations: [3, 9],
    hiddenInvestigationCount: 2,
    experiments: [
      { investigation: 3, number: 1, state: "running", hasDecision: false },
      { investigation: 3, number: 2, state: "planned", hasDecision: false },
      { investigation: 9, number: 1, state: "ended", hasDecision: true },
    ],
    hiddenExperimentCount: 1,
  } as const;
  expect(
    listDeletionEffects(open, {
      ...uses,
      investigations: [...uses.investigations],
      experiments: [...uses.experiments],
    }),
  ).toEqual([
    "Its measurements cannot be restored. To keep a copy, export the baseline first.",
    "1 gate run with this baseline is not evaluated yet, and ends without a verdict.",
    "Investigations that lose their baseline: INV-3, INV-9, 2 that you may not read.",
    "Experiments without a decision, which can no longer be measured: X1 of INV-3 (running), X2 of INV-3 (planned).",
    "Experiments with a decision, whose stored result remains: X1 of INV-9 (ended).",
    "1 experiment is in an investigation that you may not read. Without a decision, it can no longer be measured.",
    "If it was a default, its name stays in the history of defaults.",
  ]);
});

test("states that the history of defaults hides a baseline of a team", () => {
  expect(listDeletionEffects({ visibility: "team" }, fixtureUses).at(-1)).toBe(
    "If it was a default, its name and the reasons are removed from the history of defaults, because only its team may read them.",
  );
});

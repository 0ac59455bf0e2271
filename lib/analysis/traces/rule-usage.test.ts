import { expect, test } from "vitest";
import { createTeamPhaseMap } from "@/lib/engines/definitions/team-phase-map";
import { listPhaseMaps } from "@/lib/engines/definitions/phase-maps";
import type { PhaseRule } from "@/lib/model/traces/phase-rule";
import { createRequestTrace } from "@/tests/support/traces/analysed-requests";
import { analyseTraces } from "./analyse-trace";
import { computePhaseTimeShares, countPhaseRuleMatches, listUnknownOperations } from "./rule-usage";

const traces = Array.from({ length: 4 }, (_, index) =>
  createRequestTrace(
    {
      gatewayMs: 0,
      restMs: 22,
      more: [
        {
          id: "warm",
          parent: "engine",
          operation: "Warm LoRA 7",
          service: "engine",
          at: [126, 146],
          attributes: { "work.kind": index < 2 ? "retrieval" : "other" },
        },
      ],
    },
    String(index),
  ),
);

function read(rules: readonly PhaseRule[]) {
  const analysed = analyseTraces(traces, listPhaseMaps("vllm", rules));
  return {
    analysed,
    counts: countPhaseRuleMatches(analysed, createTeamPhaseMap(rules)),
    shares: computePhaseTimeShares(analysed),
  };
}

test("a rule sets the phase of its spans and of no others", () => {
  expect(read([]).shares.queue).toBeCloseTo(5 / 148, 9);
  const { counts, shares } = read([{ operation: "warm lora *", phase: "queue" }]);
  expect(counts).toEqual([
    { spanCount: 4, traceCount: 4, requestTimeShare: expect.closeTo(20 / 148, 9) as number },
  ]);
  expect(shares.queue).toBeCloseTo(25 / 148, 9);
});

test("a team's rule takes precedence over the engine's attributes", () => {
  const { shares } = read([{ operation: "prefill", phase: "network" }]);
  expect(shares.prefill).toBe(0);
  expect(shares.network).toBeCloseTo(20 / 148, 9);
});

test("an attribute value can match, and the first matching rule wins", () => {
  const { counts } = read([
    { attribute: "work.kind=retr*", phase: "feature-retrieval" },
    { attribute: "work.kind", phase: "admission" },
    { operation: "*", attribute: "work.kind", phase: "stream" },
  ]);
  expect(counts.map(({ spanCount: spans }) => spans)).toEqual([2, 2, 0]);
});

test("the shares of all phases sum to 1", () => {
  const sum = Object.values(read([{ operation: "*lora*", phase: "tokenize" }]).shares).reduce(
    (a, b) => a + b,
    0,
  );
  expect(sum).toBeCloseTo(1, 9);
});

test("lists operations without a rule, and drops them once a rule matches", () => {
  const names = (rules: readonly PhaseRule[]) =>
    listUnknownOperations(read(rules).analysed).map(({ name }) => name);
  expect(names([])).toContain("Warm LoRA #");
  expect(names([{ operation: "warm*", phase: "other" }])).not.toContain("Warm LoRA #");
});

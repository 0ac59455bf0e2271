/** Records of an investigation for tests of reports: a goal check and a stored time series with known numbers. */
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { GoalCheck } from "@/lib/model/investigation/goal-check";
import type { ValidationReport } from "@/lib/model/investigation/validation";
import { verdictRulesVersion, type VerdictProvenance } from "@/lib/model/comparison/verdict-provenance";

const startMs = Date.UTC(2026, 10, 20, 8);
const minuteMs = 60_000;

const load = { requestsPerInstance: 3, promptTokens: 500, outputTokens: 200, fixedConcurrency: null };

/** Equal load on both sides, recorded by the present rules. */
export const equalLoadBasis: VerdictProvenance = {
  rules: verdictRulesVersion,
  load: { before: load, after: { ...load, requestsPerInstance: 3.1 }, isTotalRate: false, isDeclared: false },
};

/**
 * TTFT p95 at 0.35 s after the fix; the target is 0.50 s. One condition is not met. As in each stored check of an absolute
 * goal, the goal has no value of the baseline.
 */
export const reportedCheck: GoalCheck = {
  verdict: "not-met",
  sentence: "The goal is not met. TPOT mean is 12 % worse than in the baseline.",
  window: { startMs, endMs: startMs + 60 * minuteMs, isLive: false, basis: "The hour after the deploy." },
  checkedAtMs: startMs + 61 * minuteMs,
  deployments: [
    {
      deployment: { slug: "chat-70b", title: "Chat 70B" },
      verdict: "not-met",
      unavailableReason: null,
      warnings: [],
      basis: equalLoadBasis,
      parts: [
        {
          kind: "goal",
          title: "TTFT p95 at most 0.50 s",
          verdict: "met",
          sentence: "TTFT p95 is 0.35 s.",
          measured: { value: 0.35, lower: 0.31, upper: 0.4, n: 1_200 },
          baseline: null,
          change: null,
          limit: 0.5,
          marginRatio: 0.2,
          unit: "seconds",
          displayUnit: "s",
          currency: null,
          isPerInstance: false,
          missingSetting: null,
          neededWindowMs: null,
          additionalRequestCount: null,
        },
        {
          kind: "condition",
          title: "TPOT mean at most 5 % worse",
          verdict: "not-met",
          sentence: "TPOT mean is 12 % worse than in the baseline.",
          measured: { value: 0.028, lower: 0.027, upper: 0.029, n: 1_200 },
          baseline: { value: 0.025, lower: 0.024, upper: 0.026, n: 900 },
          change: { value: 0.12, lower: 0.08, upper: 0.16 },
          limit: 0.05,
          marginRatio: null,
          unit: "seconds",
          displayUnit: "ms",
          currency: null,
          isPerInstance: false,
          missingSetting: null,
          neededWindowMs: null,
          additionalRequestCount: null,
        },
      ],
    },
  ],
  incompleteReason: null,
};

const unknownBottleneck = {
  verdict: "cannot-tell",
  from: null,
  to: null,
  sentence: "There are no traces.",
} as const;

/** The same fix with the values before it: TTFT p95 was 0.90 s. */
export const reportedValidation: ValidationReport = {
  schemaVersion: 1,
  verdict: "not-met",
  sentence: "The fix works, but one condition is not met.",
  obstacle: null,
  deploy: null,
  goalCheck: reportedCheck,
  deployments: [
    {
      deployment: { slug: "chat-70b", title: "Chat 70B" },
      before: null,
      after: null,
      verdict: "better",
      sentence: "TTFT p95 is 61 % lower.",
      obstacles: [],
      notes: [],
      signals: [
        {
          signal: "ttft",
          statistic: "p95",
          title: "TTFT p95",
          unit: "seconds",
          displayUnit: "s",
          before: { value: 0.9, lower: 0.8, upper: null, n: 900 },
          after: { value: 0.35, lower: 0.31, upper: 0.4, n: 1_200 },
          change: { value: -0.61, lower: -0.65, upper: -0.55 },
          verdict: "better",
          reason: null,
          isDecisive: true,
          isGoal: true,
        },
      ],
      phases: { ...unknownBottleneck, phases: [], beforeCount: 0, afterCount: 0 },
      roofline: { ...unknownBottleneck, steps: [] },
      cost: {
        before: null,
        after: null,
        change: null,
        verdict: "cannot-tell",
        currency: null,
        sentence: "The price of a GPU hour is not known.",
      },
      basis: equalLoadBasis,
    },
  ],
  measuredAtMs: startMs + 61 * minuteMs,
};

/** TTFT p95 over five minutes. The third minute has no value. */
export const storedSeries: EvidenceData = {
  endpoint: "signals",
  answer: {
    schemaVersion: 1,
    window: { startMs, endMs: startMs + 5 * minuteMs },
    startMs,
    stepMs: minuteMs,
    pointCount: 5,
    rateWindowMs: minuteMs,
    sampleSpacingMs: 15_000,
    source: { slug: "prometheus", kind: "prometheus", version: null },
    engine: { id: "vllm", version: null },
    asOfMs: startMs + 5 * minuteMs,
    stale: null,
    n: 100,
    coverageRatio: 1,
    completeness: "complete",
    warnings: [],
    queries: [],
    series: [
      {
        signal: "ttft",
        statistic: "p95",
        unit: "seconds",
        values: [0.9, 0.8, null, 0.4, 0.35],
        absence: [],
        headline: { kind: "present", value: 0.35, atMs: startMs + 5 * minuteMs, windowMs: 5 * minuteMs },
      },
    ],
    counts: [],
    notes: [],
  },
};

import { expect, test } from "vitest";
import { describeSurvey } from "./describe-survey";
import type { SourceSurvey } from "./survey-source";

const hostile = "line1\nok       all is well\u202e\u001b[2J";
const survey: SourceSurvey = {
  source: {
    url: "http://prometheus:9090",
    flavour: "prometheus",
    version: hostile,
    latencyMs: 3,
    isPartial: false,
  },
  engines: [{ id: "vllm", title: "vLLM", models: [hostile, "x".repeat(500)], instanceCount: 1 }],
  exporters: [],
  deployments: [
    {
      slug: "line1",
      title: hostile,
      model: hostile,
      engine: "vllm",
      engineTitle: "vLLM",
      pools: [],
      selectors: [{ model_name: hostile, job: "x".repeat(500) }],
      instances: [hostile],
      traceServices: [],
      exporters: [],
      check: { kind: "failed", detail: hostile },
    },
  ],
};

test("states since when targets are down, once for adjacent signals with the same cause", () => {
  const atMs = Date.UTC(2026, 9, 1, 14, 32);
  const row = {
    outcome: "without-data",
    reason: "target-down",
    detail: "They do not answer.",
    downSince: { kind: "since", atMs, withinMs: 60_000, elapsedMs: 600_000 },
    howToEnable: null,
    value: null,
    caveat: null,
    queries: [],
  } as const;
  const [deployment] = survey.deployments;
  if (deployment === undefined) throw new Error("there is one");
  const rows = [
    { signal: "running", ...row },
    { signal: "waiting", ...row },
  ] as const;
  const lines = describeSurvey({
    ...survey,
    deployments: [{ ...deployment, check: { kind: "checked", rows } }],
  });
  expect(lines).toContain(
    "failed   Running requests, Waiting requests: target down since 14:32 UTC: They do not answer.",
  );
});

test("escapes and shortens label values so that they stay on one line", () => {
  const lines = describeSurvey(survey);
  // oxlint-disable-next-line no-control-regex
  expect(lines.join("")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
  expect(lines).toContain("line1\\u{a}ok       all is well\\u{202e}\\u{1b}[2J (vLLM)");
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(400);
});

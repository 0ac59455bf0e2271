import { expect, test } from "vitest";
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { describeQuestion } from "./describe-question";

const id = "0198c1a0-0000-7000-8000-000000000001";
const writeTime = (atMs: number): string => `minute ${atMs / 60_000}`;
const window = { startMs: 60_000, endMs: 120_000 };

test("a gate run has the names of its deployment and baseline, its window, its verdict and its time", () => {
  const gate = {
    deployment: { title: "Chat 70B" },
    baseline: { name: "healthy hour" },
    verdict: "fail",
    window,
    evaluatedAtMs: 180_000,
  };
  const data = { endpoint: "gate", run: { gate } } as unknown as EvidenceData;
  expect(describeQuestion({ endpoint: "gate", gateId: id }, { writeTime, data })).toBe(
    "Gate run of Chat 70B, minute 1 to minute 2, against the baseline “healthy hour”: Fail, evaluated at minute 3",
  );
});

test("a baseline has its name and its window", () => {
  const detail = { baseline: { name: "healthy hour", window } };
  const data = { endpoint: "baseline", detail } as unknown as EvidenceData;
  expect(describeQuestion({ endpoint: "baseline", baselineId: id }, { writeTime, data })).toBe(
    "Baseline “healthy hour”, captured from minute 1 to minute 2",
  );
});

test("a comparison names the baseline of a side", () => {
  const question = {
    endpoint: "comparison",
    before: `baseline:${id}`,
    after: "window:chat:1800000000000:1800000060000",
    statistic: "p95",
    factor: null,
    isStrict: false,
  } as const;
  const comparison = { before: { label: "healthy hour of chat" }, after: { label: "chat" } };
  const data = { endpoint: "comparison", comparison } as unknown as EvidenceData;
  expect(describeQuestion(question, { writeTime, data })).toBe(
    "Comparison of healthy hour of chat (before) with chat, minute 30000000 to minute 30000001 (after) by p95",
  );
});

test.each([
  [{ endpoint: "gate", gateId: id }],
  [{ endpoint: "baseline", baselineId: id }],
  [
    {
      endpoint: "comparison",
      before: `baseline:${id}`,
      after: `baseline:${id}`,
      statistic: "p95",
      factor: null,
      isStrict: false,
    },
  ],
] as const)("a question without stored data contains no id: %j", (question) => {
  expect(describeQuestion(question, { writeTime, data: null })).not.toContain(id);
});

import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { TimeParts } from "@/lib/contracts/traces/traces";
import { judgePhaseSum } from "@/lib/analysis/traces/phase-sum";
import { phaseSumText } from "@/lib/sentences/traces/phase-sum-text";
import { formatAlignedShare } from "@/components/traces/waterfall/waterfall-text";
import { TtftBar } from "./ttft-bar";

const ms = 1_000_000;
const parts = {
  phases: [
    { phase: "gateway", ns: 18 * ms },
    { phase: "unexplained", ns: 72 * ms },
    { phase: "queue", ns: 1_840 * ms },
    { phase: "prefill", ns: 660 * ms },
  ],
  sumNs: 2_590 * ms,
  reportedNs: 2_590 * ms,
  client: null,
} as const;
const textOf = (element: HTMLElement): string => (element.textContent ?? "").replaceAll("\u202f", " ");

test("shows phases in time order with shares, unexplained time, and the sum", () => {
  render(<TtftBar ttft={{ ...parts, phases: [...parts.phases] }} request={null} />);
  const bar = screen.getByRole("region", { name: "TTFT by phase" });
  expect(within(bar).getAllByRole("term").map(textOf)).toEqual([
    "gateway",
    "unexplained",
    "queue",
    "prefill",
    "sum",
  ]);
  expect(within(bar).getAllByRole("definition").map(textOf)).toEqual([
    "18.0 0.7 %",
    "72.0 2.8 %",
    "1,840 71.0 %",
    "660 25.5 %",
    "2,590 ms",
  ]);
  expect(textOf(bar)).toContain(
    "The phases add up to the 2.59 s from the start of the request to the engine's first token",
  );
});

test("shows the full request if no span reports the first token", () => {
  render(<TtftBar ttft={null} request={{ ...parts, phases: [...parts.phases] }} />);
  const bar = screen.getByRole("region", { name: "Request time by phase" });
  expect(textOf(bar)).toContain("No span reports the first token.");
  expect(textOf(bar)).toContain("The phases add up to the 2.59 s of the root span");
});

test.each([
  [
    { clientNs: 2_600 * ms, differenceNs: 10 * ms, agrees: true },
    "equals-client",
    "The phases add up to the 2.6 s that the client measured",
  ],
  [
    { clientNs: 2_900 * ms, differenceNs: 310 * ms, agrees: false },
    "differs-from-client",
    "The phases add up to 2.59 s, but the client measured 2.9 s, 310 ms more",
  ],
])("compares the sum with the client's measurement", (client, expectedJudgement, text) => {
  const compared: TimeParts = { ...parts, phases: [...parts.phases], client };
  const judgement = judgePhaseSum(compared);
  const sentence = phaseSumText(compared, judgement, true).replaceAll("\u202f", " ");
  expect([judgement, sentence]).toEqual([expectedJudgement, text]);
});

test("reports a sum that differs from the measured time", () => {
  const compared: TimeParts = { ...parts, phases: [...parts.phases], reportedNs: 3_000 * ms };
  expect(judgePhaseSum(compared)).toBe("differs-from-trace");
  expect(phaseSumText(compared, "differs-from-trace", true)).toMatch(
    /^The phases add up to 2\.59\ss, not to the 3\ss from the start of the request/,
  );
});

test("a small share of a phase is not displayed as zero", () => {
  expect(formatAlignedShare(0.0001)).toBe("<0.1\u202f%");
  expect(formatAlignedShare(0)).toBe("0.0\u202f%");
});

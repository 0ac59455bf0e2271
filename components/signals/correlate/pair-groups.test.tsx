/** Two groups of points on the screen, in the copy, and in files. The truth is a healthy hour with an incident. */
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { computeRelationInSteps } from "@/lib/analysis/statistics/series/signal-relation";
import { runWithoutPause } from "@/lib/base/steps";
import { correlationEvidence } from "@/lib/contracts/investigations/evidence-kinds/correlation";
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { Answer } from "@/lib/model/answer";
import type { SignalId } from "@/lib/model/signals/signals";
import { listCorrelationValues } from "@/lib/sentences/investigations/evidence-values/signal-values";
import { createPair, toPairPoints } from "@/lib/sentences/signals/correlation/pair";
import { describePair, findTwoGroups } from "@/lib/sentences/signals/correlation/pair-text";
import { createEmptyAnswer } from "@/tests/support/sample-data/empty-answer";
import { stubResizeObserver } from "@/tests/support/stub-resize-observer";
import { CorrelationEvidence } from "../evidence/correlation-evidence";
import { formatPairCsv } from "./pair-csv";

const startMs = Date.UTC(2026, 10, 30, 6, 0);
const grid = { startMs, stepMs: 60_000, pointCount: 60 };
const headline = { kind: "absent", reason: "no-traffic", detail: "No request arrived." } as const;

/** The incident, minutes 24 to 38. */
const isIncident = (minute: number): boolean => minute >= 24 && minute <= 38;
/** Small changes without a trend, −0.1 to 0.1. */
const vary = (minute: number, factor: number): number => ((minute * factor) % 21) / 105 - 0.1;
const minutes = Array.from({ length: grid.pointCount }, (_, minute) => minute);
const rates = minutes.map((minute) => (isIncident(minute) ? 8 : 4) * (1 + vary(minute, 8)));
const times = minutes.map((minute) => (isIncident(minute) ? 7 : 0.2) * (1 + vary(minute, 13)));

function createAnswer(signal: SignalId, statistic: "rate" | "p95", values: readonly number[]): Answer {
  const unit = statistic === "rate" ? "requests-per-second" : "seconds";
  return createEmptyAnswer(grid, { series: [{ signal, statistic, unit, values, absence: [], headline }] });
}

const x = createAnswer("requests", "rate", rates);
const y = createAnswer("ttft", "p95", times);
const pair = createPair(x, y)!;
const relation = runWithoutPause(computeRelationInSteps(pair));
const groups = findTwoGroups(relation);

test("the sentence has size and centre of both groups, and no coefficient of all points", () => {
  const { sentence, facts, warnings } = describePair(relation, pair, "UTC");
  expect(sentence).toBe(
    "The points of TTFT p95 and requests fall into two groups: 45 near 0.199\u202fs and 3.98\u202freq/s, and 15 near 7.03\u202fs and 7.96\u202freq/s.",
  );
  expect(facts.slice(0, 7)).toEqual([
    ["Group 1", "45 points (75 %), medians 0.199\u202fs and 3.98\u202freq/s"],
    ["Group 1, times", "all other times of the window"],
    ["Group 1, Spearman", expect.stringMatching(/^−?\d\.\d\d, −?\d\.\d\d to −?\d\.\d\d$/)],
    ["Group 2", "15 points (25 %), medians 7.03\u202fs and 7.96\u202freq/s"],
    ["Group 2, times", "Mon 30 Nov, 06:24 – 06:38 UTC"],
    ["Group 2, Spearman", "inconclusive: 15 points, at least 20 are required"],
    ["Separation", expect.stringMatching(/^Ashman’s D \d+\.\d$/)],
  ]);
  expect(facts.map(([name]) => name)).toContain("Spearman, all points");
  expect(facts.map(([name]) => name)).not.toContain("Spearman");
  expect(warnings[0]).toMatch(/^Coefficients of all points mix the difference between the groups/);
});

test("a percentile that alternates between two adjacent buckets has no groups", () => {
  const isHigh = (minute: number): boolean => minute >= 24 && minute < 30;
  const [series] = createAnswer(
    "ttft",
    "p95",
    minutes.map((minute) => (isHigh(minute) ? 9.02 : 7.3) + vary(minute, 13) / 5),
  ).series;
  const inBuckets = createEmptyAnswer(grid, {
    series: [
      {
        ...series!,
        lower: minutes.map((minute) => (isHigh(minute) ? 7.5 : 5)),
        upper: minutes.map((minute) => (isHigh(minute) ? 10 : 7.5)),
      },
    ],
  });
  const steady = createAnswer(
    "requests",
    "rate",
    minutes.map((minute) => 4 * (1 + vary(minute, 8))),
  );
  const adjacent = createPair(steady, inBuckets)!;
  expect(runWithoutPause(computeRelationInSteps(adjacent)).groups).toEqual({ kind: "one-group", n: 60 });
  const { buckets: _buckets, ...exact } = adjacent;
  expect(runWithoutPause(computeRelationInSteps(exact)).groups).toMatchObject({
    kind: "two-groups",
    second: { n: 6 },
  });
});

test("points of one cloud have the sentence about their correlation", () => {
  const steady = createPair(
    x,
    createAnswer(
      "ttft",
      "p95",
      minutes.map((minute) => 1 + vary(minute, 13)),
    ),
  )!;
  const oneCloud = { ...steady, xs: steady.xs.map((_, minute) => 4 * (1 + vary(minute, 8))) };
  const related = runWithoutPause(computeRelationInSteps(oneCloud));
  expect(related.groups).toEqual({ kind: "one-group", n: 60 });
  expect(describePair(related, oneCloud, "UTC").sentence).toContain("No correlation");
});

test("the CSV has the group of each point, and none where a value is missing", () => {
  const [head, ...rows] = formatPairCsv({ ...pair, ys: pair.ys.with(30, Number.NaN) }, groups).split("\r\n");
  expect(head).toBe("time,requests (req/s),TTFT p95 (s),group");
  expect(rows[0]).toBe(`2026-11-30T06:00:00.000Z,${rates[0]},${times[0]},1`);
  expect(rows[30]).toMatch(/,,$/);
  expect(rows.filter((row) => row.endsWith(",2"))).toHaveLength(14);
  expect(toPairPoints(pair, groups).filter(({ group }) => group === 2)).toHaveLength(15);
});

const copyOf = (data: object): EvidenceData =>
  correlationEvidence.data.parse(JSON.parse(JSON.stringify({ endpoint: "correlation", ...data })));

test("the copy has the groups in its legend, its table and its export", async () => {
  stubResizeObserver();
  const data = copyOf({ x, y, relation });
  render(<CorrelationEvidence data={data} />);
  const figure = screen.getByRole("region", { name: "TTFT p95 vs. requests" });
  const legend = await within(figure).findByRole("list", { name: "Groups" });
  expect(within(legend).getByText("Group 2, 15 points")).toBeVisible();
  expect(screen.getByText("Mon 30 Nov, 06:24 – 06:38 UTC")).toBeVisible();
  await userEvent.click(within(figure).getByRole("button", { name: "Show as table" }));
  const table = within(figure).getByRole("table");
  expect(within(table).getByRole("columnheader", { name: "Group" })).toBeVisible();
  expect(within(table).getAllByRole("cell", { name: "2" })).toHaveLength(15);
  if (data.endpoint !== "correlation") throw new Error("not a correlation");
  expect(listCorrelationValues(data).join("\n")).toContain("Group 2, times: Mon 30 Nov, 06:24 – 06:38 UTC");
});

test("a copy without groups is drawn as one cloud", async () => {
  stubResizeObserver();
  const { groups: _groups, ...earlier } = relation;
  render(<CorrelationEvidence data={copyOf({ x, y, relation: earlier })} />);
  const result = within(screen.getByRole("region", { name: "Correlation" }));
  expect(result.getByText(/^No correlation between TTFT p95 and requests/)).toBeVisible();
  expect(result.queryByText("Group 1")).toBeNull();
});

test("both signals have their definition and their queries, as on Signals", async () => {
  stubResizeObserver();
  render(<CorrelationEvidence data={copyOf({ x, y, relation })} />);
  const list = screen.getByRole("list", { name: "Definitions and queries" });
  expect(within(list).getByText("X axis: Requests")).toBeVisible();
  expect(within(list).getByRole("button", { name: "Queries of Requests" })).toBeVisible();
  await userEvent.click(
    within(list).getByRole("button", { name: "Definition of Time to first token, TTFT" }),
  );
  expect(await screen.findByText(/From the arrival of a request/)).toBeVisible();
});

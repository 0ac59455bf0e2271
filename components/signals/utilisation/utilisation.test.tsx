import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { afterEach, expect, test, vi } from "vitest";
import type { RooflinePageData, RooflineUtilisation } from "@/lib/contracts/roofline/roofline";
import { makeQueryClient } from "@/lib/client/query-client";
import { sampleNowMs, samplePool, sampleRooflinePage } from "@/tests/support/sample-data/roofline-page";
import { stubResizeObserver } from "@/tests/support/stub-resize-observer";
import {
  formatUtilisationCell,
  createUtilisationCsv,
  prepareUtilisation,
  expectedErrorText,
  findReportingPools,
  summarisePools,
} from "./utilisation-lines";
import { utilisationDifferenceText, createComparisonLine } from "./utilisation-comparison";
import { UtilisationPanels } from "./utilisation-panels";
import { utilisationSummary } from "@/lib/sentences/signals/utilisation-text";

/** Chart drawing requires a browser. These tests check the text. */
vi.mock("@/components/charts/draw/time/time-chart", () => ({ TimeChart: () => null }));

const lines: RooflineUtilisation = {
  atMs: [sampleNowMs - 90_000, sampleNowMs - 60_000, sampleNowMs - 30_000, sampleNowMs],
  mfuRatio: [null, 0, 0.1, 0.2],
  mbuRatio: [null, 0, 0.5, 0.6],
  mfuRange: { lower: [null, 0, 0.09, 0.19], upper: [null, 0, 0.12, 0.22] },
  mbuRange: { lower: [null, 0, 0.45, 0.54], upper: [null, 0, 0.55, 0.66] },
  n: [null, 0, 900, 1_200],
  gaps: [{ fromIndex: 0, toIndex: 0, reason: "too-few-samples", detail: "Samples do not cover this time." }],
};
const page = sampleRooflinePage({ pools: [samplePool({ utilisation: lines })] });

test("returns a line in percent with its error band, step counts, and gaps with reasons; idle is 0 and not a gap", () => {
  const drawn = prepareUtilisation("mbu", findReportingPools(page, "mbu"))!;
  expect(drawn.rows.map(({ label, values, n }) => [label, values, n])).toEqual([
    ["MBU", [null, 0, 50, 60], [null, 0, 900, 1_200]],
  ]);
  expect(drawn.usual).toMatchObject({ name: "expected error", lower: [null, 0, 45, 54] });
  expect(drawn.gaps).toMatchObject([{ fromIndex: 0, toIndex: 0, reason: "too-few-samples" }]);
  expect(drawn.stepMs).toBe(30_000);
});

test("draws one line per pool, without an error band when there are several", () => {
  const pools = [
    samplePool({ role: "prefill", utilisation: lines }),
    samplePool({ role: "decode", utilisation: lines }),
  ];
  const drawn = prepareUtilisation("mfu", findReportingPools({ pools }, "mfu"))!;
  expect(drawn.rows.map(({ label }) => label)).toEqual(["prefill pool", "decode pool"]);
  expect(drawn.usual).toBeUndefined();
  expect(prepareUtilisation("mfu", [])).toBeUndefined();
});

test("writes ratios with error bounds and steps to CSV, and empty cells for missing values", () => {
  const rows = createUtilisationCsv("mfu", findReportingPools(page, "mfu")).split("\r\n");
  expect(rows[0]).toBe("time,mfu (ratio),mfu lower bound (ratio),mfu upper bound (ratio),mfu n (steps)");
  expect(rows[1]).toMatch(/Z,,,,$/);
  expect(rows[2]).toMatch(/Z,0,0,0,0$/);
  expect(rows[4]).toMatch(/Z,0\.2,0\.19,0\.22,1200$/);
});

test("shows the reason for a missing value in the table, and the error of the newest interval that has one", () => {
  const [pool] = findReportingPools(page, "mfu");
  expect(formatUtilisationCell("mfu", pool!, 0)).toBe("too few");
  expect(formatUtilisationCell("mfu", pool!, 1)).toMatch(/^0/);
  expect(expectedErrorText("mfu", pool!)).toBe("−5\u202f% +10\u202f%");
});

test("summarizes the current value with its reference, step count and expected error", () => {
  const words = utilisationSummary("mbu", summarisePools("mbu", findReportingPools(page, "mbu")), page);
  // (0.785 while busy × 0.83) + (0.079 × 0.11).
  expect(words).toMatch(
    /^6[56]\.\d\s% of the bandwidth, expected error −10\s% \+10\s%\. Last 5\smin, n\s=\s32,820 steps\.$/u,
  );
});

test("states for a window in the past that the minutes are its last ones", () => {
  const past = { ...page, asOfMs: page.window.endMs + 3_600_000 };
  const words = utilisationSummary("mbu", summarisePools("mbu", findReportingPools(past, "mbu")), past);
  expect(words).toMatch(/\. Last 5\smin of the window, n\s=\s32,820 steps\.$/u);
});

/** Half an hour of intervals in each of two windows, an hour apart. The displayed window has `times` the value. */
function twoWindows(times: number) {
  const atMs = Array.from({ length: 60 }, (_, index) => sampleNowMs - (59 - index) * 30_000);
  const before = atMs.map((_, index) => 0.4 + 0.004 * Math.sin(index * 2.4));
  const linesOf = (at: readonly number[], by: number): RooflineUtilisation => ({
    atMs: [...at],
    mfuRatio: before.map((value) => value * by),
    mbuRatio: before.map((value) => value * by),
  });
  const pool = (of: RooflineUtilisation) => sampleRooflinePage({ pools: [samplePool({ utilisation: of })] });
  const compared = {
    roofline: pool(
      linesOf(
        atMs.map((at) => at - 3_600_000),
        1,
      ),
    ),
    window: { startMs: sampleNowMs - 7_200_000, endMs: sampleNowMs - 3_600_000 },
    shiftMs: 3_600_000,
    label: "the previous 1 h",
  };
  return { now: findReportingPools(pool(linesOf(atMs, times)), "mbu"), compared, before };
}

test("shifts the line of the comparison window to the times of this window, and returns none for several pools", () => {
  const { now, compared, before } = twoWindows(1.2);
  const comparisonLine = createComparisonLine("mbu", now, compared)!;
  expect(comparisonLine.label).toBe("the previous 1 h");
  expect(comparisonLine.values[7]).toBeCloseTo(before[7]! * 100);
  const later = createComparisonLine("mbu", now, { ...compared, shiftMs: 3_600_000 - 60_000 })!;
  expect(later.values[7]).toBeCloseTo(before[9]! * 100);
  expect(later.values[59]).toBeNull();
  expect(createComparisonLine("mbu", [...now, ...now], compared)).toBeUndefined();
});

test("reports the difference of two windows, and that they are the same when they do not differ", () => {
  const more = twoWindows(1.2);
  expect(utilisationDifferenceText("mbu", more.now, more.compared)).toMatch(
    /^MBU 48\.\d\s% over 1\sh, 20\s% above the previous 1 h\.$/u,
  );
  const same = twoWindows(1.001);
  expect(utilisationDifferenceText("mbu", same.now, same.compared)).toMatch(
    /the same as the previous 1 h within 10\s% \(default margin\)\.$/u,
  );
  const few = { ...more.compared, roofline: page };
  expect(utilisationDifferenceText("mbu", more.now, few)).toMatch(
    /too few intervals in the previous 1 h to compare\.$/,
  );
});

function show(answer: RooflinePageData): void {
  stubResizeObserver();
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(answer)));
  render(
    <NuqsTestingAdapter searchParams="?d=assist-8b&from=now-1h" hasMemory>
      <QueryClientProvider client={makeQueryClient()}>
        <UtilisationPanels deployment="assist-8b" onZoom={() => undefined} />
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("shows a panel per metric with its table and the link to the Roofline page", async () => {
  show(page);
  const panel = await screen.findByRole("region", { name: "Model bandwidth utilisation, MBU" });
  expect(screen.getByRole("region", { name: "Model FLOPs utilisation, MFU" })).toBeVisible();
  expect(within(panel).getByText(/Samples do not cover this time/)).toBeVisible();
  expect(within(panel).getByRole("link", { name: /^Open the roofline for/ })).toHaveAttribute(
    "href",
    expect.stringMatching(/^\/roofline\?d=assist-8b/),
  );
  await userEvent.click(within(panel).getByRole("button", { name: /as a table$/ }));
  const rows = within(within(panel).getByRole("table")).getAllByRole("row");
  expect(rows[1]).toHaveTextContent(/60\.0\s%1,200$/);
  expect(rows[4]).toHaveTextContent(/too few$/);
});

test("refers to the Roofline page when a setting is missing", async () => {
  show(
    sampleRooflinePage({
      pools: [],
      unavailableReason: [{ kind: "text", text: "Points need to know which model." }],
    }),
  );
  expect(await screen.findByText(/Points need to know which model/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Open Roofline" })).toBeVisible();
});

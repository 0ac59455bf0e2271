import fc from "fast-check";
import { expect, test } from "vitest";
import type { AnswerSeries, WindowSummary } from "@/lib/model/answer";
import type { Statistic } from "@/lib/model/question";
import { estimateWindowMean } from "@/lib/analysis/statistics/window-estimate";
import { resolveComparedWindow } from "@/components/shared/comparison/compared-window";
import { differenceText, type ComparedRows } from "./comparison";
import { panels, type Panel } from "@/components/signals/panels/panels";

const hourMs = 3_600_000;
const endMs = Date.UTC(2026, 10, 19, 12, 3, 7);
const displayedWindow = { startMs: endMs - 6 * hourMs, endMs };

test("returns a previous period of equal length that ends where the displayed window begins, aligned to a hundredth of it", () => {
  const compared = resolveComparedWindow(displayedWindow, "previous", "UTC")!;
  expect(compared.label).toBe("the previous 6\u202fh");
  expect(compared.shiftMs).toBe(6 * hourMs);
  expect(compared.window.endMs - compared.window.startMs).toBe(6 * hourMs);
  expect(displayedWindow.startMs - compared.window.endMs).toBeGreaterThanOrEqual(0);
  expect(displayedWindow.startMs - compared.window.endMs).toBeLessThanOrEqual((6 * hourMs) / 60);
  const aLittleLater = { startMs: displayedWindow.startMs + 20_000, endMs: displayedWindow.endMs + 20_000 };
  expect(resolveComparedWindow(aLittleLater, "previous", "UTC")!.window).toEqual(compared.window);
});

test("never compares a window with a part of itself", () => {
  const length = fc.integer({ min: 60_000, max: 92 * 24 * hourMs });
  const cmp = fc.oneof(
    fc.constantFrom("previous", "weekday"),
    fc.integer({ min: endMs - 100 * 24 * hourMs, max: endMs + hourMs }).map(String),
  );
  fc.assert(
    fc.property(length, cmp, (lengthMs, comparison) => {
      const window = { startMs: endMs - lengthMs, endMs };
      const compared = resolveComparedWindow(window, comparison, "UTC");
      if (compared === null) return;
      expect(compared.window.endMs).toBeLessThanOrEqual(window.startMs);
      expect(compared.window.endMs - compared.window.startMs).toBe(lengthMs);
    }),
  );
});

test("names a chosen start, and compares nothing when it is inside the displayed window", () => {
  const startMs = Date.UTC(2026, 10, 16, 8);
  expect(resolveComparedWindow(displayedWindow, String(startMs), "UTC")).toEqual({
    window: { startMs, endMs: startMs + 6 * hourMs },
    shiftMs: displayedWindow.startMs - startMs,
    label: "the 6\u202fh from Mon 16 Nov, 08:00",
  });
  expect(resolveComparedWindow(displayedWindow, String(displayedWindow.startMs - hourMs), "UTC")).toBeNull();
  expect(resolveComparedWindow({ startMs: endMs - 8 * 24 * hourMs, endMs }, "weekday", "UTC")).toBeNull();
});

const panelOf = (id: string): Panel => panels.find((panel) => panel.id === id)!;

function row(statistic: Statistic, summary: WindowSummary | null, unit: AnswerSeries["unit"]): AnswerSeries {
  return {
    signal: statistic === "rate" ? "requests" : "ttft",
    statistic,
    unit,
    values: [],
    absence: [],
    headline: { kind: "absent", reason: "no-traffic", detail: "" },
    windowSummary: summary,
  };
}

const exact = (value: number, reach: number): WindowSummary => ({
  value,
  lower: value - reach,
  upper: value + reach,
  n: 360,
  bucket: null,
});
const blurred = (value: number, lower: number, upper: number, n = 9_000): WindowSummary => ({
  value,
  lower,
  upper,
  n,
  bucket: { lower, upper },
});

const textOf = (id: string, before: readonly AnswerSeries[], after: readonly AnswerSeries[]): string =>
  differenceText(panelOf(id), { before, after, windowMs: 6 * hourMs, label: "the previous 6\u202fh" });

test("reports the verdict when percentiles are in different buckets", () => {
  const before = [row("p95", blurred(0.2, 0.1, 0.25), "seconds")];
  const after = [row("p95", blurred(0.6, 0.5, 0.75), "seconds")];
  expect(textOf("ttft", before, after)).toBe(
    "p95 0.600\u202fs over 6\u202fh, 200\u202f% above the previous 6\u202fh: worse (default margin 10\u202f%).",
  );
  expect(textOf("ttft", after, before)).toContain(
    "67\u202f% below the previous 6\u202fh: better (default margin 10\u202f%).",
  );
});

test("calls two percentiles in one bucket inconclusive, and compares the means", () => {
  const before = [row("p95", blurred(0.36, 0.25, 0.5), "seconds"), row("mean", exact(0.2, 0.002), "seconds")];
  const after = [row("p95", blurred(0.41, 0.25, 0.5), "seconds"), row("mean", exact(0.24, 0.002), "seconds")];
  expect(textOf("ttft", before, after)).toBe(
    "p95 0.410\u202fs over 6\u202fh, 14\u202f% above the previous 6\u202fh; inconclusive: both values are in 0.25–0.5\u202fs; " +
      "mean 20\u202f% above: worse (default margin 10\u202f%).",
  );
});

test("calls equal numbers equal, not 0 % above", () => {
  const same = [{ ...row("p95", blurred(0.0488, 0.04, 0.06), "seconds"), signal: "tpot" as const }];
  const text = textOf("tpot", same, same);
  expect(text).toContain("48.8\u202fms over 6\u202fh, equal to the previous 6\u202fh");
  expect(text).not.toContain("0\u202f%");
});

test("reports the range of a percentile at the edge of its bucket, for any number of requests", () => {
  const before = [row("p95", blurred(0.6, 0.5, 0.75, 140_000), "seconds")];
  const atEdge = { ...blurred(0.376, 0.25, 0.5, 140_000), upper: 0.75, bucket: { lower: 0.25, upper: 0.4 } };
  expect(textOf("ttft", before, [row("p95", atEdge, "seconds")])).toContain(
    "37\u202f% below the previous 6\u202fh; inconclusive: this window's p95 is in 0.25–0.75\u202fs, n\u202f=\u202f140,000",
  );
});

test("explains that the points of a mean vary, instead of reporting too few requests", () => {
  const slow = (from: number, to: number): WindowSummary =>
    estimateWindowMean(Float64Array.from({ length: 360 }, (_, at) => from + ((to - from) * at) / 359))!;
  const windows = [slow(16, 10), slow(12, 4)].map((summary) => [row("rate", summary, "requests-per-second")]);
  expect(textOf("requests", windows[0]!, windows[1]!)).toContain(
    "inconclusive: values vary too much within the windows to compare their means",
  );
});

test("reports how long the windows of a mean would have to be, or that no window is long enough", () => {
  const text = (reach: number): string =>
    textOf(
      "requests",
      [row("rate", exact(10, reach), "requests-per-second")],
      [row("rate", exact(12, reach), "requests-per-second")],
    );
  // An interval twice as wide as the change requires about four times the window length.
  expect(text(1.7)).toMatch(
    /inconclusive: these windows have too few independent points; windows of about (8|9|1\d|2\d)\u202fh may be enough\.$/,
  );
  expect(text(4)).toMatch(/windows of about \d+\u202fd may be enough\.$/);
  expect(text(9.99)).toContain(
    "too few independent points, and no window of up to 92\u202fd would have enough.",
  );
  expect(text(1.7)).not.toContain("more points");
});

test("judges no latency at a different load, and gives no verdict on request rates", () => {
  const before = [row("p95", blurred(0.2, 0.1, 0.25, 10_000), "seconds")];
  const after = [row("p95", blurred(0.6, 0.5, 0.75, 20_000), "seconds")];
  expect(textOf("ttft", before, after)).toContain(
    "inconclusive: the request rate was 2.00 times the earlier rate, and windows are compared at equal load only",
  );
  const rates = [exact(10, 0.1), exact(14, 0.1)].map((summary) => [
    row("rate", summary, "requests-per-second"),
  ]);
  expect(textOf("requests", rates[0]!, rates[1]!)).toMatch(/40\u202f% above the previous 6\u202fh\.$/);
});

test("compares the request rate per ready instance if both numbers are known", () => {
  const before = [row("p95", blurred(0.2, 0.1, 0.25, 10_000), "seconds")];
  const after = [row("p95", blurred(0.6, 0.5, 0.75, 20_000), "seconds")];
  const text = (readyInstances: ComparedRows["readyInstances"] & {}): string =>
    differenceText(panelOf("ttft"), { before, after, windowMs: 6 * hourMs, label: "before", readyInstances });
  expect(text({ before: 2, after: 4 })).toContain(": worse");
  expect(text({ before: 4, after: 4 })).toContain(
    "the request rate per instance was 2.00 times the earlier rate",
  );
  for (const unknown of [null, undefined, 0])
    expect(text({ before: 2, after: unknown })).toContain("the request rate was 2.00 times the earlier rate");
});

const throughput = (tokensPerSecond: number): readonly AnswerSeries[] => [
  {
    ...row("rate", exact(tokensPerSecond, tokensPerSecond / 100), "tokens-per-second"),
    signal: "output-tokens",
  },
];
const loadOf = (requestsPerSecond: number) => ({
  requestsPerSecond,
  promptTokens: 500,
  outputTokens: 200,
});

test("compares throughput per ready instance if their number changed, as comparisons and gates do", () => {
  const text = (after: number): string =>
    differenceText(panelOf("tokens"), {
      before: throughput(1_000),
      after: throughput(2_000),
      windowMs: 6 * hourMs,
      label: "before",
      readyInstances: { before: 2, after },
      loads: { before: loadOf(10), after: loadOf(5 * after) },
    });
  expect(text(4)).toBe(
    "output 500\u202ftokens/s per instance over 6\u202fh, the same as before within 10\u202f% (default margin).",
  );
  expect(text(2)).toBe(
    "output 2,000\u202ftokens/s over 6\u202fh, 100\u202f% above before: better (default margin 10\u202f%).",
  );
});

test("judges no throughput at a different load, and all values by the requests that arrive", () => {
  const loads = { before: loadOf(10), after: loadOf(20) };
  const rows = { windowMs: 6 * hourMs, label: "before", loads, readyInstances: { before: 2, after: 2 } };
  const reason =
    "inconclusive: the request rate per instance was 2.00 times the earlier rate, and windows are compared at equal load only";
  const tokens = { before: throughput(1_000), after: throughput(2_000) };
  expect(differenceText(panelOf("tokens"), { ...rows, ...tokens })).toContain(reason);
  // As many requests were observed before: the others still wait.
  const ttft = [0.2, 0.6].map((value) => [row("p95", exact(value, 0.001), "seconds")]);
  expect(differenceText(panelOf("ttft"), { ...rows, before: ttft[0]!, after: ttft[1]! })).toContain(reason);
});

test("judges errors that were 0 by the smallest difference that counts", () => {
  const errors = (ratio: number): readonly AnswerSeries[] => [
    { ...row("ratio-to-requests", exact(ratio, ratio / 100), "ratio"), signal: "errors" },
  ];
  const text = (ratio: number): string => textOf("errors", errors(0), errors(ratio));
  expect(text(0)).toMatch(/, the same as the previous 6\u202fh\.$/);
  expect(text(0.2)).toMatch(/; it was 0 in the previous 6\u202fh: worse\.$/);
});

test("judges by the variation between windows, and reports a signal that varies too much", () => {
  const before = [{ ...row("p95", exact(0.2, 0.001), "seconds"), signal: "tpot" as const }];
  const after = [{ ...row("p95", exact(0.216, 0.001), "seconds"), signal: "tpot" as const }];
  const text = (standardDeviationRatio: number, windowCount = 8): string =>
    differenceText(panelOf("tpot"), {
      before,
      after,
      windowMs: 6 * hourMs,
      label: "before",
      findWindowSpread: ({ signal, statistic }) =>
        signal === "tpot" && statistic === "p95" ? { windowCount, standardDeviationRatio } : undefined,
    });
  expect(text(0.01)).toContain("8\u202f% above before: worse.");
  expect(text(0.05)).toContain("the same as before within 10\u202f%.");
  expect(text(0.15)).toContain(
    "the value differs by 30\u202f% (two standard deviations) between earlier windows of this length",
  );
  expect(text(0.01, 5)).toContain("within 10\u202f% (default margin)");
});

test("names the window without data, and does not divide by zero", () => {
  const some = [row("rate", exact(10, 0.1), "requests-per-second")];
  const none = [row("rate", null, "requests-per-second")];
  expect(textOf("requests", none, some)).toContain("not enough data in the previous 6\u202fh");
  expect(textOf("requests", some, none)).toContain("not enough data in this window");
  expect(textOf("requests", [row("rate", exact(0, 0), "requests-per-second")], some)).toContain(
    "so there is no relative change",
  );
  expect(textOf("requests", [], [])).toBe("");
});

test("reports excluded time and computes load over the remaining time", () => {
  const before = [row("p95", blurred(0.2, 0.1, 0.25, 10_000), "seconds")];
  const after = [row("p95", blurred(0.6, 0.5, 0.75, 5_000), "seconds")];
  const rows = { before, after, windowMs: 6 * hourMs, label: "the previous 6\u202fh" };
  const excludedTime = { kind: "known", durationMs: 0, markedMs: 0, reasons: [] } as const;
  const half = {
    kind: "known",
    durationMs: 3 * hourMs,
    markedMs: 3 * hourMs,
    reasons: ["incident", "load-test"],
  } as const;
  expect(
    differenceText(panelOf("ttft"), { ...rows, excludedTime: { before: excludedTime, after: half } }),
  ).toBe(
    "p95 0.600\u202fs over 6\u202fh, 200\u202f% above the previous 6\u202fh: worse (default margin 10\u202f%); " +
      "3\u202fh of this window excluded (incident and load test).",
  );
  expect(
    differenceText(panelOf("ttft"), { ...rows, excludedTime: { before: half, after: excludedTime } }),
  ).toContain("; 3\u202fh of the previous 6\u202fh excluded (incident and load test).");
  expect(
    differenceText(panelOf("ttft"), {
      ...rows,
      excludedTime: { before: { kind: "unknown" }, after: excludedTime },
    }),
  ).toContain("the exclusions could not be read, so no time was excluded");
  const quarter = {
    kind: "known",
    durationMs: 17 * 60_000,
    markedMs: 15 * 60_000,
    reasons: ["incident"],
  } as const;
  expect(
    differenceText(panelOf("ttft"), { ...rows, excludedTime: { before: excludedTime, after: quarter } }),
  ).toContain(
    "17\u202fmin of this window excluded: 15\u202fmin marked as incident, and the time after it, because rates there still include marked time.",
  );
});

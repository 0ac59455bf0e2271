import fc from "fast-check";
import { expect, test } from "vitest";
import type { AnswerSeries, WindowSummary } from "@/lib/model/answer";
import type { Statistic } from "@/lib/model/question";
import { meanHeadline } from "@/lib/analysis/statistics/headline";
import { comparedWindow } from "@/components/shared/compared-window";
import { differenceText } from "./comparison";
import { panels, type Panel } from "./panels";

const hourMs = 3_600_000;
const endMs = Date.UTC(2026, 10, 19, 12, 3, 7);
const shown = { startMs: endMs - 6 * hourMs, endMs };

test("the previous period is as long, ends where the shown one begins, and moves in hundredths", () => {
  const compared = comparedWindow(shown, "previous", "UTC")!;
  expect(compared.label).toBe("the previous 6\u202fh");
  expect(compared.shiftMs).toBe(6 * hourMs);
  expect(compared.window.endMs - compared.window.startMs).toBe(6 * hourMs);
  expect(shown.startMs - compared.window.endMs).toBeGreaterThanOrEqual(0);
  expect(shown.startMs - compared.window.endMs).toBeLessThanOrEqual((6 * hourMs) / 60);
  const aLittleLater = { startMs: shown.startMs + 20_000, endMs: shown.endMs + 20_000 };
  expect(comparedWindow(aLittleLater, "previous", "UTC")!.window).toEqual(compared.window);
});

test("no window is compared with a part of itself", () => {
  const length = fc.integer({ min: 60_000, max: 92 * 24 * hourMs });
  const cmp = fc.oneof(
    fc.constantFrom("previous", "weekday"),
    fc.integer({ min: endMs - 100 * 24 * hourMs, max: endMs + hourMs }).map(String),
  );
  fc.assert(
    fc.property(length, cmp, (lengthMs, comparison) => {
      const window = { startMs: endMs - lengthMs, endMs };
      const compared = comparedWindow(window, comparison, "UTC");
      if (compared === null) return;
      expect(compared.window.endMs).toBeLessThanOrEqual(window.startMs);
      expect(compared.window.endMs - compared.window.startMs).toBe(lengthMs);
    }),
  );
});

test("a chosen start is named, one inside the shown window compares nothing", () => {
  const startMs = Date.UTC(2026, 10, 16, 8);
  expect(comparedWindow(shown, String(startMs), "UTC")).toEqual({
    window: { startMs, endMs: startMs + 6 * hourMs },
    shiftMs: shown.startMs - startMs,
    label: "the 6\u202fh from Mon 16 Nov, 08:00",
  });
  expect(comparedWindow(shown, String(shown.startMs - hourMs), "UTC")).toBeNull();
  expect(comparedWindow({ startMs: endMs - 8 * 24 * hourMs, endMs }, "weekday", "UTC")).toBeNull();
});

const panelOf = (id: string): Panel => panels.find((panel) => panel.id === id)!;

function row(statistic: Statistic, whole: WindowSummary | null, unit: AnswerSeries["unit"]): AnswerSeries {
  return {
    signal: statistic === "rate" ? "requests" : "ttft",
    statistic,
    unit,
    values: [],
    absence: [],
    headline: { kind: "absent", reason: "no-traffic", detail: "" },
    windowSummary: whole,
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

const told = (id: string, before: readonly AnswerSeries[], after: readonly AnswerSeries[]): string =>
  differenceText(panelOf(id), { before, after, lengthMs: 6 * hourMs, label: "the previous 6\u202fh" });

test("a percentile in another bucket is told with its verdict", () => {
  const before = [row("p95", blurred(0.2, 0.1, 0.25), "seconds")];
  const after = [row("p95", blurred(0.6, 0.5, 0.75), "seconds")];
  expect(told("ttft", before, after)).toBe(
    "p95 0.600\u202fs over 6\u202fh, 200\u202f% above the previous 6\u202fh: worse.",
  );
  expect(told("ttft", after, before)).toContain("67\u202f% below the previous 6\u202fh: better.");
});

test("two percentiles of one bucket cannot be told apart; the mean beside them can", () => {
  const before = [row("p95", blurred(0.36, 0.25, 0.5), "seconds"), row("mean", exact(0.2, 0.002), "seconds")];
  const after = [row("p95", blurred(0.41, 0.25, 0.5), "seconds"), row("mean", exact(0.24, 0.002), "seconds")];
  expect(told("ttft", before, after)).toBe(
    "p95 0.410\u202fs over 6\u202fh, 14\u202f% above the previous 6\u202fh; cannot tell: both lie in 0.25–0.5\u202fs; " +
      "mean 20\u202f% above: worse.",
  );
});

test("equal numbers are the same, not 0 % above", () => {
  const same = [{ ...row("p95", blurred(0.0488, 0.04, 0.06), "seconds"), signal: "tpot" as const }];
  const text = told("tpot", same, same);
  expect(text).toContain("48.8\u202fms over 6\u202fh, the same as the previous 6\u202fh");
  expect(text).not.toContain("0\u202f%");
});

test("a percentile at an edge of its bucket says where it may lie, however many requests there are", () => {
  const before = [row("p95", blurred(0.6, 0.5, 0.75, 140_000), "seconds")];
  const atEdge = { ...blurred(0.376, 0.25, 0.5, 140_000), upper: 0.75, bucket: { lower: 0.25, upper: 0.4 } };
  expect(told("ttft", before, [row("p95", atEdge, "seconds")])).toContain(
    "37\u202f% below the previous 6\u202fh; cannot tell: this window's p95 may lie in 0.25–0.75\u202fs, n\u202f=\u202f140,000",
  );
});

test("a mean whose points hang together says so, not that requests were few", () => {
  const slow = (from: number, to: number): WindowSummary =>
    meanHeadline(Float64Array.from({ length: 360 }, (_, at) => from + ((to - from) * at) / 359))!;
  const windows = [slow(16, 10), slow(12, 4)].map((whole) => [row("rate", whole, "requests-per-second")]);
  expect(told("requests", windows[0]!, windows[1]!)).toContain(
    "cannot tell: it moves too much within the windows for their means to tell",
  );
});

test("a mean that lacks points says how long its windows would have to be, or that none is long enough", () => {
  const text = (reach: number): string =>
    told(
      "requests",
      [row("rate", exact(10, reach), "requests-per-second")],
      [row("rate", exact(12, reach), "requests-per-second")],
    );
  // An interval twice as wide as the change takes about four times the time.
  expect(text(1.7)).toMatch(
    /cannot tell: the points of these windows are too few or too alike; windows of about (8|9|1\d|2\d)\u202fh may tell\.$/,
  );
  expect(text(4)).toMatch(/windows of about \d+\u202fd may tell\.$/);
  expect(text(9.99)).toContain("too few or too alike, and no window of up to 92\u202fd has enough.");
  expect(text(1.7)).not.toContain("more points");
});

test("at another load no latency is judged; more requests are no verdict either", () => {
  const before = [row("p95", blurred(0.2, 0.1, 0.25, 10_000), "seconds")];
  const after = [row("p95", blurred(0.6, 0.5, 0.75, 20_000), "seconds")];
  expect(told("ttft", before, after)).toContain(
    "cannot tell: what it times came 2.00 times as often as before, and a latency is judged at equal load",
  );
  const rates = [exact(10, 0.1), exact(14, 0.1)].map((whole) => [row("rate", whole, "requests-per-second")]);
  expect(told("requests", rates[0]!, rates[1]!)).toMatch(/40\u202f% above the previous 6\u202fh\.$/);
});

test("what is missing says which, and nothing is divided by nothing", () => {
  const some = [row("rate", exact(10, 0.1), "requests-per-second")];
  const none = [row("rate", null, "requests-per-second")];
  expect(told("requests", none, some)).toContain("too few numbers in the previous 6\u202fh");
  expect(told("requests", some, none)).toContain("too few numbers in this window");
  expect(told("requests", [row("rate", exact(0, 0), "requests-per-second")], some)).toContain(
    "no ratio to tell",
  );
  expect(told("requests", [], [])).toBe("");
});

test("what marked windows took out is said, and load is told over the time that counts", () => {
  const before = [row("p95", blurred(0.2, 0.1, 0.25, 10_000), "seconds")];
  const after = [row("p95", blurred(0.6, 0.5, 0.75, 5_000), "seconds")];
  const rows = { before, after, lengthMs: 6 * hourMs, label: "the previous 6\u202fh" };
  const whole = { kind: "known", ms: 0, markedMs: 0, reasons: [] } as const;
  const half = {
    kind: "known",
    ms: 3 * hourMs,
    markedMs: 3 * hourMs,
    reasons: ["incident", "load-test"],
  } as const;
  expect(differenceText(panelOf("ttft"), { ...rows, excludedTime: { before: whole, after: half } })).toBe(
    "p95 0.600\u202fs over 6\u202fh, 200\u202f% above the previous 6\u202fh: worse; " +
      "3\u202fh of this window left out as incident and load test.",
  );
  expect(
    differenceText(panelOf("ttft"), { ...rows, excludedTime: { before: half, after: whole } }),
  ).toContain("; 3\u202fh of the previous 6\u202fh left out as incident and load test.");
  expect(
    differenceText(panelOf("ttft"), { ...rows, excludedTime: { before: { kind: "unknown" }, after: whole } }),
  ).toContain("marked windows could not be read, so none was left out");
  const quarter = { kind: "known", ms: 17 * 60_000, markedMs: 15 * 60_000, reasons: ["incident"] } as const;
  expect(
    differenceText(panelOf("ttft"), { ...rows, excludedTime: { before: whole, after: quarter } }),
  ).toContain(
    "15\u202fmin of this window marked as incident, 17\u202fmin left out with every point that looks back into it.",
  );
});

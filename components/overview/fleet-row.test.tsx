/** Tests one row: warnings about partial data and the roofline line. */
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { UsualHours, UsualRangesRequest } from "@/lib/contracts/ranges/usual-ranges";
import type { JudgedRow } from "@/lib/contracts/overview";
import type { RooflineSummaryResponse } from "@/lib/contracts/roofline/roofline-summary";
import type { Reading } from "@/lib/model/reading";
import { makeQueryClient } from "@/lib/client/query-client";
import type { ViewState } from "@/lib/client/url-state";
import { createJudgedRow } from "@/tests/support/sample-data/overview-rows";
import { summaryRow } from "@/tests/support/sample-data/roofline-summary-row";
import { FleetRow } from "./fleet-row";

const row = createJudgedRow("chat", "ok");
const view = { from: "now-6h", to: "now", live: true } as ViewState;

/** Reports each observed element as visible at once. */
class EverythingVisible {
  constructor(private readonly onChange: (entries: readonly object[]) => void) {}
  observe(target: Element): void {
    queueMicrotask(() => this.onChange([{ target, isIntersecting: true }]));
  }
  unobserve(): void {}
  disconnect(): void {}
}

/** Usual range of every requested statistic of a row. */
let usualRange: UsualHours[number]["range"] = { kind: "learning", n: 3, required: 24, band: null };

function respond(url: string, body: string, rows: RooflineSummaryResponse["rows"]): object {
  if (!url.startsWith("/api/v1/usual-ranges")) return { asOfMs: 0, rows };
  const { series } = JSON.parse(body) as UsualRangesRequest;
  const known = { state: "known", unit: "seconds", excludedHourCount: 0, missingHourCount: 0 };
  return { ranges: series.map(() => ({ ...known, hours: [{ startMs: 0, range: usualRange }] })) };
}

beforeEach(() => {
  vi.stubGlobal("IntersectionObserver", EverythingVisible);
});

function show(
  renderRow: JudgedRow,
  rows: RooflineSummaryResponse["rows"] = [],
  shownView = view,
  asOfMs = 0,
): void {
  vi.stubGlobal("fetch", (url: string, { body = "" }: { readonly body?: string } = {}) =>
    Promise.resolve(Response.json(respond(url, body, rows))),
  );
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <FleetRow row={renderRow} asOfMs={asOfMs} view={shownView} />
    </QueryClientProvider>,
  );
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  [["a store did not answer"], "partial data: a store did not answer."],
  [["one", "two", "three"], "partial data: one and 2 more."],
])("shows the warning about partial data: %j", (warnings, statusText) => {
  show({ ...row, warnings });
  expect(screen.getByText(statusText)).toBeVisible();
});

test.each([[{}], [{ warnings: [] }]])("shows no warning about partial data: %j", (parts) => {
  show({ ...row, ...parts });
  expect(screen.queryByText(/partial/)).toBeNull();
});

test("links the roofline line to the Roofline page and shows its warnings", async () => {
  show(row, [summaryRow({ agrees: false }), summaryRow({ slug: "other" })]);
  const link = await screen.findByRole("link", { name: "Roofline of chat" });
  expect(link).toHaveAttribute("href", expect.stringMatching(/^\/roofline\?d=chat/));
  expect(screen.getAllByText(/decode MBU 0\.79/)).toHaveLength(1);
  expect(screen.getByText(/counters disagree/)).toBeVisible();
});

test("links every number of a row to the panel that shows it, in the same window", () => {
  const window = "/signals?d=chat&live=false#signal-";
  const text = [{ kind: "number", value: 3, unit: "requests", displayUnit: "requests" } as const];
  const sentence = text.map((part) => ({ ...part, deployment: "chat", signal: "waiting" as const }));
  const readings = { ...row.readings, errorRatio: { ...row.readings.errorRatio, value: 0.04 } as Reading };
  show({ ...row, readings, sentence }, [], { ...view, live: false });
  const signalsOf = (name: RegExp): readonly (string | null)[] =>
    screen.getAllByRole("link", { name }).map((link) => link.getAttribute("href"));
  expect(signalsOf(/^0\.40/)).toEqual([`${window}ttft`]);
  // The percentile and the mean are one link, which is large enough to touch.
  expect(signalsOf(/mean/)).toEqual([`${window}ttft`, `${window}tpot`]);
  expect(signalsOf(/^97/)).toEqual([`${window}kv-usage`]);
  expect(signalsOf(/^4/)).toEqual([`${window}output-tokens`, `${window}errors`]);
  expect(signalsOf(/^aborts/)).toEqual([`${window}aborts`]);
  expect(signalsOf(/^3\sreq/)).toEqual([`${window}waiting`]);
});

test("shows since when a problem exists, with links into a window that contains its start", () => {
  const since = { kind: "since", atMs: 0, withinMs: 60_000, elapsedMs: 3_420_000 } as const;
  const target = { page: "traces", deployment: "chat", traceOrder: "first-token", fromMs: 0 } as const;
  const context: NonNullable<JudgedRow["context"]> = {
    onset: [
      { kind: "text", text: "In this state " },
      { kind: "down-since", since },
      { kind: "text", text: ", 6 min after " },
      { kind: "link", text: "deploy 1.8.2", target: { page: "events", deployment: "chat", fromMs: 0 } },
    ],
    usual: [],
    affected: [],
    next: [{ kind: "link", text: "slowest first token", target }],
    missing: [{ label: "Usual range: being learned.", reason: "3 of 14 hours are known." }],
  };
  show({ ...row, context }, [], view, 57 * 60_000);
  expect(screen.getByText(/^since 00:00/)).toBeVisible();
  const linkOf = (name: string): string | null => screen.getByRole("link", { name }).getAttribute("href");
  expect(linkOf("deploy 1.8.2")).toBe("/signals?d=chat&from=now-87m&panel=events");
  expect(linkOf("slowest first token")).toBe("/traces?d=chat&from=now-87m&tab=first-token");
  expect(screen.getByText("Usual range: being learned.")).toHaveAttribute(
    "title",
    "3 of 14 hours are known.",
  );
});

test("states once why a training job has no serving metrics, and keeps status, name and sentence", () => {
  const reason = "A training job serves no requests. It has training signals instead.";
  const none: Reading = { kind: "absent", reason: "not-exposed", detail: reason };
  const { readings } = row;
  const unserved = Object.fromEntries(Object.keys(readings).map((name) => [name, none])) as typeof readings;
  show({ ...row, readings: unserved, sentence: [{ kind: "text", text: "It trains." }] });
  expect(screen.getAllByText(reason)).toHaveLength(1);
  expect(screen.queryByText("not exposed")).toBeNull();
  expect(screen.getByText("It trains.")).toBeVisible();
  expect(screen.getByRole("link", { name: "chat" })).toBeVisible();
});

test("keeps the columns when only some values are missing or the reasons differ", () => {
  const { readings } = row;
  const none = (detail: string): Reading => ({ kind: "absent", reason: "not-exposed", detail });
  show({ ...row, readings: { ...readings, kvUsage: none("No flag of this engine has it.") } });
  expect(screen.getAllByText("not exposed")).toHaveLength(1);
  cleanup();
  const each = Object.fromEntries(
    Object.keys(readings).map((name) => [name, none(`It has no ${name}.`)]),
  ) as typeof readings;
  show({ ...row, readings: each });
  expect(screen.getAllByText("not exposed").length).toBeGreaterThan(7);
});

test("shows a row that could not be read again as the last known values, with reason and age", () => {
  const stale = { sinceMs: 1, code: "query-refused", reason: "query would load too many samples" };
  show({ ...row, asOfMs: 0, stale }, [], view, 15_000);
  expect(screen.getByText(/query would load too many samples; last known values/)).toHaveTextContent(
    "last known values, 15 s ago.",
  );
});

const bucketed = (value: number): Reading => ({
  kind: "present",
  value,
  lower: value,
  upper: value,
  atMs: 0,
  windowMs: 300_000,
});

test("marks values outside their usual range, but not a value above its limit", async () => {
  const readings = {
    ...row.readings,
    ttftP95: bucketed(3.2),
    tpotP95: bucketed(0.03),
    waiting: bucketed(0.4),
  };
  usualRange = { kind: "usual", n: 30, scale: "linear", lower: 0.38, centre: 0.44, upper: 0.52 };
  show({ ...row, readings });
  const readTitles = async (): Promise<readonly string[]> =>
    (await screen.findAllByTitle(/^outside/)).map(({ title }) => title);
  const [ttft, tpot] = [
    "outside the usual range 0.380–0.520\u202fs",
    "outside the usual range 380–520\u202fms",
  ];
  await vi.waitFor(async () => expect(await readTitles()).toEqual([ttft, tpot]));
  cleanup();
  show({ ...row, readings, status: { ...row.status, affectedReadings: ["ttftP95"] } });
  await vi.waitFor(async () => expect(await readTitles()).toEqual([tpot]));
});

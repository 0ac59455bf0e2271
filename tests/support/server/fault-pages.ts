/**
 * The pages during a fault of a source: their contents before it, during it and after it, and the conditions that hold
 * for every fault. Nothing that was known becomes blank or zero, and old data has the age of its read and the reason.
 */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { JudgedRow } from "@/lib/contracts/overview";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import type { PanelOutcome } from "@/lib/contracts/signals";
import type { TraceStudyResponse } from "@/lib/contracts/traces/trace-study";
import { nowMs } from "@/lib/server/clock";
import { allowNextRead } from "@/lib/server/upstream/upstream";
import { findJudgedRow, openPageFixture, pageDeployment, type PageFixture, type Pages } from "./page-fixture";
import { findNamedFault } from "@/tests/support/sources/named-faults";
import { requestCount } from "@/tests/support/traces/traced-requests";

const outageMs = 15_000;
const recoveryLimitMs = 5_000;
/** Recovery may take this many loads of the pages longer than the product's timers, because a loaded machine needs longer for each. */
const loadsOfRecovery = 5;
const patienceMs = 120_000;
/** Latency of the slow source. */
export const slowMs = 8_000;
/** Time for which a successful read answers all requests. */
const sharedReadMs = 5_000;

type PanelAnswer = Extract<PanelOutcome, { state: "answered" }>["answer"];

/** Contents of the pages. Fails if a page shows nothing. */
interface Contents {
  readonly answer: PanelAnswer;
  readonly row: JudgedRow;
  readonly roofline: RooflinePageData;
  readonly traces: Pages["traces"];
}

let stage: PageFixture;
let known: Contents;
/** Time of a load of the pages without a fault, with reads of the sources. */
let usualLoadMs = 0;

/** Opens the pages for a suite. Each test begins with current contents, and ends without a fault. */
export function setUpFaultPages(): void {
  beforeAll(async () => {
    stage = await openPageFixture();
  });
  afterAll(() => stage.close());
  beforeEach(async () => {
    usualLoadMs = (await loadPagesUntil(isCurrent)).loadMs;
    // Results that are shared for some seconds may be older than those in the caches.
    stage.advanceClock(0);
    known = requirePageContents(await stage.load());
  });
  afterEach(async () => {
    await endFaults();
    // Results of one time slot are shared.
    stage.advanceClock(5_000);
  });
}

/** Returns the contents of the pages at the start of the test. */
export const getContentsAtStart = (): Contents => known;

/** Ends all faults, and lets the next read through at once. */
export async function endFaults(): Promise<void> {
  await Promise.all([stage.prometheus.set(null), stage.jaeger.set(null)]);
  for (const slug of ["prometheus", "jaeger"]) allowNextRead(slug);
}

export const findPanelAnswer = (panel: PanelOutcome): PanelAnswer | undefined => panel.answer;

export function areAllPagesAnswered({ signals, overview, roofline, traces }: Pages): boolean {
  const row = overview.deployments.find(({ slug }) => slug === pageDeployment);
  return (
    findPanelAnswer(signals) !== undefined &&
    row?.state === "judged" &&
    roofline.state === "answered" &&
    traces.newest !== null
  );
}

function isCurrent(pages: Pages): boolean {
  if (!areAllPagesAnswered(pages) || pages.signals.state !== "answered") return false;
  const { answer, row, roofline, traces } = requirePageContents(pages);
  return (
    answer.stale === null &&
    row.stale === null &&
    row.sourceError === null &&
    roofline.stale === null &&
    traces.problem === null &&
    answer.warnings.length === 0 &&
    answer.series[0]?.headline.kind === "present"
  );
}

export function requirePageContents({ signals, overview, roofline, traces }: Pages): Contents {
  const answer = findPanelAnswer(signals);
  if (answer === undefined) throw new Error(`the panel is blank: ${JSON.stringify(signals)}`);
  if (roofline.state !== "answered") throw new Error("the roofline is blank");
  return { answer, row: findJudgedRow(overview), roofline, traces };
}

interface MetCondition {
  readonly pages: Pages;
  /** When the load that met the condition began, and how long it took. */
  readonly tookMs: number;
  readonly loadMs: number;
}

/** Loads the pages every 300 ms until they meet the condition. */
export async function loadPagesUntil(isMet: (pages: Pages) => boolean): Promise<MetCondition> {
  const startedMs = performance.now();
  for (;;) {
    const tookMs = performance.now() - startedMs;
    const pages = await stage.load();
    if (isMet(pages)) return { pages, tookMs, loadMs: performance.now() - startedMs - tookMs };
    if (tookMs > patienceMs) throw new Error(`not met: ${describePages(pages)}`);
    await wait(300);
  }
}

function describePages({ signals, overview, roofline, traces }: Pages): string {
  const row = overview.deployments.find(({ slug }) => slug === pageDeployment);
  return JSON.stringify({
    signals: [signals.state, findPanelAnswer(signals)?.stale, findPanelAnswer(signals)?.series[0]?.headline],
    row: row?.state === "judged" ? [row.stale, row.sourceError] : row?.state,
    roofline: roofline.state === "answered" ? roofline.stale : roofline.state,
    traces: [traces.newest === null, traces.problem],
  });
}

/** Returns the limit and a few loads of the pages. */
function computeLimitMs({ loadMs }: MetCondition, limitMs = recoveryLimitMs): number {
  return limitMs + loadsOfRecovery * Math.max(usualLoadMs, loadMs);
}

/** Fails if a condition was met later than the limit. */
export function expectInTime(met: MetCondition, limitMs?: number): void {
  expect(met.tookMs).toBeLessThan(computeLimitMs(met, limitMs));
}

/** Fails unless the pages are current within the limit. */
export async function expectRecovery(limitMs?: number): Promise<void> {
  expectInTime(await loadPagesUntil(isCurrent), limitMs);
}

/** Fails unless the pages are current with the first reads after the shared ones. */
export async function expectCurrentInNextSlot(): Promise<void> {
  stage.advanceClock(sharedReadMs);
  await loadPagesUntil(isCurrent);
}

export const beginOutage = async (name: string, isOfTraces = true): Promise<void> => {
  await stage.prometheus.set(findNamedFault(name));
  if (isOfTraces) await stage.jaeger.set(findNamedFault(name));
  stage.advanceClock(outageMs);
};

/** Fails unless the study of the traces is the one that was read before the outage. */
async function expectOldStudy(last: TraceStudyResponse, code: string): Promise<void> {
  const { study, problem, asOfMs, serverNowMs } = await stage.loadStudy();
  expect(problem?.code).toBe(code);
  expect(study).toEqual(last.study);
  expect(study?.retrieval.analysedRequestCount).toBe(requestCount);
  expect(asOfMs).toBe(last.asOfMs);
  expect(serverNowMs).toBe(last.asOfMs + outageMs);
}

export function expectOldTraces({ traces }: Contents, code: string): void {
  expect(traces.problem?.code).toBe(code);
  expect(traces.newest).toEqual(known.traces.newest);
  expect(traces.newest?.traces).toHaveLength(requestCount);
  expect(traces.asOfMs).toBe(known.traces.asOfMs);
  expect(traces.serverNowMs).toBe(known.traces.asOfMs + outageMs);
}

export function expectOldContents({ answer, row, roofline }: Contents): void {
  expect(answer.asOfMs).toBe(known.answer.asOfMs);
  expect(answer.series[0]?.values.some((value) => value !== null)).toBe(true);
  expect(answer.series[0]?.headline).toEqual(known.answer.series[0]?.headline);
  expect(row.asOfMs).toBe(known.row.asOfMs);
  expect(row.readings).toEqual(known.row.readings);
  expect(roofline.asOfMs).toBe(known.roofline.asOfMs);
  expect(roofline.pools[0]?.now).toEqual(known.roofline.pools[0]?.now);
  for (const { asOfMs } of [answer, row, roofline]) expect(nowMs() - asOfMs).toBe(outageMs);
}

/** No value was zero before the fault, so a zero would be invented. */
export function expectNoZero({ answer, row }: Contents): void {
  expect(known.answer.series[0]?.values).not.toContain(0);
  expect(answer.series[0]?.values).not.toContain(0);
  const { running, requestRate, ttftP95 } = row.readings;
  const zeros = [running, requestRate, ttftP95].filter((one) => one.kind === "present" && one.value === 0);
  expect(zeros).toEqual([]);
}

/** Faults that end in an error of the source, by the error's code. */
export const outages = [
  ["hanging", "source-slow"],
  ["trickling", "source-slow"],
  ["down", "source-unreachable"],
  ["cutting connections", "source-unreachable"],
  ["failing with 500", "source-error"],
  ["not ready", "source-not-ready"],
  ["limiting requests", "source-rate-limited"],
  ["failing with data", "source-error"],
  ["sending half a document", "source-bad-answer"],
  ["cutting responses", "source-bad-answer"],
  ["announcing a wrong length", "source-bad-answer"],
  ["behind a login page", "source-bad-answer"],
  ["sending damaged gzip", "source-bad-answer"],
  ["rejecting the credentials", "source-auth-failed"],
] as const;

/** The outages whose reads must end first. Their tests take as long as those of all others. */
export const slowOutages: readonly string[] = ["hanging", "trickling"];

/**
 * Begins and ends the fault `name`. Fails unless all pages show their last contents with the error `code` during it.
 * Returns the time from its end until the pages are current, and its limit.
 */
export async function runOutage(
  name: string,
  code: string,
): Promise<{ readonly tookMs: number; readonly limitMs: number }> {
  const isOfTraces = name !== "failing with data";
  const lastStudy = await stage.loadStudy();
  await beginOutage(name, isOfTraces);
  const { pages } = await loadPagesUntil(
    (loaded) =>
      areAllPagesAnswered(loaded) &&
      loaded.signals.state === "answered" &&
      findJudgedRow(loaded.overview).stale !== null,
  );
  const contents = requirePageContents(pages);
  expectOldContents(contents);
  expectNoZero(contents);
  expect(contents.answer.stale?.code).toBe(code);
  expect(contents.row.stale?.code).toBe(code);
  expect(contents.roofline.stale?.code).toBe(code);
  if (isOfTraces) {
    expectOldTraces(contents, code);
    await expectOldStudy(lastStudy, code);
  }
  const [unread] = contents.answer.series[0]?.absence.slice(-1) ?? [];
  expect(unread).toEqual([expect.any(Number), contents.answer.pointCount - 1, "query-failed"]);
  if (name === "rejecting the credentials") await endFaults();
  else await Promise.all([stage.prometheus.set(null), stage.jaeger.set(null)]);
  const met = await loadPagesUntil(isCurrent);
  return { tookMs: met.tookMs, limitMs: computeLimitMs(met) };
}

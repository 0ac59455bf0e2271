/**
 * Evidence of a window with a restart shortly before its end, on a real Prometheus whose newest scrape arrives late. Its
 * data do not depend on the time of the read, nor on the windows that were read before.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createRooflineSubject } from "@/components/roofline/evidence/roofline-subject";
import { createSweepSubject } from "@/components/roofline/evidence/sweep-subject";
import { createWhatIfSubject } from "@/components/roofline/evidence/what-if-subject";
import { fleet } from "@/demo/simulator/fleet";
import { assertPresent } from "@/lib/base/assert";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type {
  EvidenceData,
  EvidenceQuestion,
} from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { LiveEvidenceResponse } from "@/lib/contracts/investigations/live-evidence";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import { unchangedWhatIfState } from "@/lib/model/roofline/what-if-levers";
import { allSources } from "@/lib/model/sources/source-scope";
import { deleteProcessState } from "@/lib/server/process-state";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { liveChecksStateName } from "@/lib/services/investigations/evidence/check-live-answer";
import { storeCompleteAnswer } from "@/lib/services/investigations/evidence/store-answer";
import { Scrapes } from "@/tests/support/histories/scraped-text";
import { simulateHistory } from "@/tests/support/histories/simulated-history";
import { setServerClock } from "@/tests/support/server/server-clock";
import { fixtureNowMs, openStoredFixture, type StoredFixture } from "@/tests/support/server/stored-fixture";
import { startFaultProxy, type FaultProxy } from "@/tests/support/sources/fault-proxy";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/sources/prometheus";
import { addSignedInPerson, type SignedInPerson } from "../people/people-fixture";
import { openInvestigation, readInvestigation, send } from "./investigation-fixture";

const secondMs = 1_000;
const minuteMs = 60_000;
const slug = "assist-8b";
const spacingMs = 5_000;
/** The process stops four minutes before the end, and starts 30 s later. Until then it was scraped every 30 s. */
const stopMs = fixtureNowMs - 255 * secondMs;
const restartMs = stopMs + 30 * secondMs;
const startMs = stopMs - 36 * minuteMs;
const window = { startMs: fixtureNowMs - 30 * minuteMs, endMs: fixtureNowMs };
const fixed = { from: String(window.startMs), to: String(window.endMs) };

/** Returns the scrapes until `untilMs`. */
function scrapeUntil(untilMs: number): (dataFolder: string) => void {
  const found = assertPresent(
    fleet.find(({ name }) => name === slug),
    "the fleet has assist-8b",
  );
  const plan = { ...found, traffic: { ...found.traffic, requestsPerSecond: 3, dailyAmplitudeRatio: 0 } };
  const scrapes = new Scrapes();
  const shared = { profiles: [], fleet: [plan] };
  simulateHistory({ ...shared, fromMs: startMs, toMs: stopMs, seed: 5, spacingMs: 30_000 }, scrapes);
  simulateHistory({ ...shared, fromMs: restartMs, toMs: untilMs, seed: 6, spacingMs }, scrapes);
  return (dataFolder) => scrapes.writeBlocks(dataFolder);
}

let stage: StoredFixture;
let late: FrozenPrometheus;
let proxy: FaultProxy;
let caller: SignedInPerson;

beforeAll(async () => {
  stage = await openStoredFixture(scrapeUntil(fixtureNowMs + 15 * minuteMs));
  late = await startPrometheus(scrapeUntil(fixtureNowMs - spacingMs));
  proxy = await startFaultProxy({ targetUrl: stage.prometheusUrl });
  await stage.begin({ PROMETHEUS_URL: proxy.url });
  await discoverDeployments();
  caller = await addSignedInPerson("editor");
  deleteProcessState(personExistsStateName);
  const { id: deploymentId } = await resolveDeployment(slug, allSources);
  const body = { model: "llama-3.1-8b", stepTokenBudget: 2_048 };
  const chosen = await send("edit-roofline-setting", { caller, params: { deploymentId }, body, version: 0 });
  expect(chosen.status).toBe(200);
});
afterAll(async () => {
  await stage.close();
  await proxy.close();
  await late.stop();
});
beforeEach(() => {
  proxy.redirect(stage.prometheusUrl);
  forget();
});

/** State of the server's memory that a restart of the server loses. */
const memory = [
  "series-reader",
  "spacing-reader",
  "split-choices",
  "signals-answers",
  "roofline-pages",
  "roofline-last-pages",
  "overview-rows",
  "overview-last-rows",
  liveChecksStateName,
];

function forget(): void {
  for (const name of memory) deleteProcessState(name);
}

async function readRoofline(range: Readonly<Record<string, string>>): Promise<RooflinePageData> {
  const { body } = await send("roofline", { caller, query: { deployment: slug, ...range } });
  return body.state === "pending" ? readRoofline(range) : (body as RooflinePageData);
}

/** Reads the moving window when its last five minutes still have many scrapes at a distance of 30 s. */
async function readEarlier(): Promise<void> {
  setServerClock(window.endMs - minuteMs);
  await readRoofline({ from: "now-30m", to: "now" });
  // The server shares this result for a moment of real time, and the clock of the test jumps.
  deleteProcessState("roofline-pages");
}

/** Fields that differ between two reads of the same data, and the author, because copies contain no names. */
const otherFields = new Set(["asOfMs", "serverNowMs", "author"]);

function comparable(data: unknown): unknown {
  return JSON.parse(
    JSON.stringify(data, (key, value: unknown) => (otherFields.has(key) ? undefined : value)),
  );
}

test("a fixed window has one roofline, independent of earlier reads and of the time of the read", async () => {
  await readEarlier();
  setServerClock(window.endMs + 4 * secondMs);
  const first = await readRoofline(fixed);
  expect(first.pools[0]?.now).toMatchObject({ coveredMs: 180_000, decode: { kind: "available" } });
  forget();
  setServerClock(window.endMs + 10 * minuteMs);
  expect(comparable(await readRoofline(fixed))).toEqual(comparable(first));
});

interface Stored {
  readonly params: { readonly number: string };
  readonly evidenceId: string;
}

async function keep(question: EvidenceQuestion): Promise<Stored> {
  const params = await openInvestigation(caller);
  const stored = await send("keep-evidence", { caller, params, body: { question, title: "Restarted" } });
  expect(stored.status).toBe(201);
  return { params, evidenceId: stored.body.evidence.id as string };
}

async function readState({ params, evidenceId }: Stored): Promise<string | undefined> {
  const { evidence } = await readInvestigation(caller, params);
  return evidence.find(({ id }) => id === evidenceId)?.answer?.state;
}

async function readData({ params, evidenceId }: Stored): Promise<EvidenceData> {
  const answer = await send("evidence-answer", { caller, params: { ...params, evidenceId } });
  return answer.body.data as EvidenceData;
}

async function readLive(stored: Stored): Promise<LiveEvidenceResponse> {
  const { params, evidenceId } = stored;
  const query = { data: "true" };
  const { body } = await send("live-evidence", { caller, params: { ...params, evidenceId }, query });
  return body.check === null ? readLive(stored) : (body as LiveEvidenceResponse);
}

const roofline = { endpoint: "roofline", deployment: slug, window } as const;
const kinds: readonly EvidenceQuestion[] = [
  roofline,
  { ...roofline, endpoint: "sweep" },
  { ...roofline, endpoint: "what-if", levers: { batch: "64" } },
  {
    endpoint: "signals",
    panel: "requests",
    v: 1,
    signals: ["requests"],
    statistics: ["rate"],
    scope: { deployment: slug, split: "instance" },
    window,
  },
  { endpoint: "overview", window },
  {
    endpoint: "comparison",
    before: `window:${slug}:${window.startMs}:${window.startMs + 12 * minuteMs}`,
    after: `window:${slug}:${window.endMs - 12 * minuteMs}:${window.endMs}`,
    statistic: "p95",
    factor: null,
    isStrict: false,
  },
];

test.each(kinds.map((question) => [question.endpoint, question] as const))(
  "a copy of %s waits for the last scrape of its window, and the live data match it later",
  async (_name, question) => {
    await readEarlier();
    proxy.redirect(late.url);
    setServerClock(window.endMs + 2 * secondMs);
    const stored = await keep(question);
    await storeCompleteAnswer(stored.evidenceId);
    expect(await readState(stored)).toBe("reading");
    proxy.redirect(stage.prometheusUrl);
    setServerClock(window.endMs + 11 * secondMs);
    await storeCompleteAnswer(stored.evidenceId);
    expect(await readState(stored)).toBe("ready");
    forget();
    setServerClock(window.endMs + 10 * minuteMs);
    const { check, data } = await readLive(stored);
    expect(check?.state).toBe("same");
    expect(comparable(data)).toEqual(comparable(await readData(stored)));
  },
);

test("a copy does not wait for a source that does not deliver the last scrape within a minute", async () => {
  proxy.redirect(late.url);
  setServerClock(window.endMs + 59 * secondMs);
  const stored = await keep(roofline);
  await storeCompleteAnswer(stored.evidenceId);
  expect(await readState(stored)).toBe("reading");
  setServerClock(window.endMs + minuteMs);
  await storeCompleteAnswer(stored.evidenceId);
  expect(await readState(stored)).toBe("ready");
});

const view = { m: null, i: null };
const levers = { ...unchangedWhatIfState, batch: 64 };
const subjects: readonly (readonly [string, (page: RooflinePageData) => EvidenceQuestion])[] = [
  ["roofline", (page) => createRooflineSubject(page, view).question],
  ["sweep", (page) => createSweepSubject(page, view).question],
  ["what-if", (page) => createWhatIfSubject(page, view, { levers, change: "batch 64" }).question],
];

test.each(subjects)("a copy of %s equals the page at the click", async (_name, createQuestion) => {
  await readEarlier();
  setServerClock(window.endMs + 4 * secondMs);
  const page = await readRoofline({ from: "now-30m", to: "now" });
  expect(page.window).toEqual(window);
  // The page used the scrape interval of the earlier window, and a fixed window would choose another rate window.
  expect(page.pools[0]?.now.coveredMs).toBe(300_000);
  const stored = await keep(createQuestion(page));
  setServerClock(window.endMs + 20 * secondMs);
  await storeCompleteAnswer(stored.evidenceId);
  expect(comparable(pageOf(await readData(stored)))).toEqual(comparable(page));
  forget();
  setServerClock(window.endMs + 10 * minuteMs);
  expect((await readLive(stored)).check?.state).toBe("same");
});

function pageOf(data: ReadonlyDeep<EvidenceData>): unknown {
  if (!("page" in data)) throw new Error("the evidence has no roofline");
  return data.page;
}

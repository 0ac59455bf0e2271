/**
 * Queries of a Signals page: each expression once per refresh, for all panels that share it and for 200 viewers at
 * different times.
 */
import { systemPrincipal } from "@/lib/server/principal";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { fleet } from "@/demo/simulator/fleet";
import { engineById } from "@/lib/engines";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { planAbsenceEvidence, listAbsenceEvidenceQueries } from "@/lib/semantic/absence/absence-evidence";
import { deleteProcessState } from "@/lib/server/process-state";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { listEffectiveDeployments } from "@/lib/services/deployments/effective-deployments";
import { getCachedDeploymentSnapshot } from "@/lib/services/deployments/known-deployments";
import { readSignals } from "@/lib/services/signals/read-signals";
import { panels } from "@/components/signals/panels/panels";
import { simulateHistory } from "@/tests/support/histories/simulated-history";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/sources/prometheus";
import { startQueryLog, type QueryLog } from "@/tests/support/sources/query-log";
import {
  leaveServerEnvironment,
  useServerEnvironment as setServerEnvironment,
} from "@/tests/support/server/server-environment";
import { splitCombinedQuery } from "@/tests/support/sources/split-combined-query";

const endMs = Date.UTC(2026, 9, 1, 1);
const spacingMs = 15_000;
const refreshMs = 5_000;
/** Start of a refresh for every viewer, and a point of the grid. */
const startMs = endMs - 600_000;

let prometheus: FrozenPrometheus;
let log: QueryLog;

beforeAll(async () => {
  const fromMs = endMs - 2_400_000;
  const { writeBlocks } = simulateHistory({
    profiles: [],
    fleet: fleet.slice(0, 1),
    fromMs,
    toMs: endMs,
    spacingMs,
  });
  prometheus = await startPrometheus(writeBlocks);
  log = await startQueryLog(prometheus.url);
});
afterAll(async () => {
  log.close();
  await prometheus.stop();
});
beforeEach(async () => {
  // Only the time of day is frozen. Timers still run.
  vi.useFakeTimers({ toFake: ["Date"], now: startMs });
  for (const name of ["clock-offset", "series-reader", "spacing-reader", "query-scheduler:prometheus"])
    deleteProcessState(name);
  setServerEnvironment({
    DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
    PROMETHEUS_URL: log.url,
  });
  await discoverDeployments();
  log.clearQueries();
});
afterEach(async () => {
  vi.useRealTimers();
  await leaveServerEnvironment();
});

type Input = Parameters<typeof readSignals>[0];
type Outcome = Awaited<ReturnType<typeof readSignals>>["panels"][number];
type Answered = Extract<Outcome, { state: "answered" }>["answer"];

const caller = { params: {}, query: {}, principal: systemPrincipal, requestId: "test" };
const slug = (): string => getCachedDeploymentSnapshot().records[0]?.slug ?? "";

/** Reads every panel of the page, and repeats the request until none is pending. */
async function readPage(): Promise<readonly Answered[]> {
  const answers: Answered[] = [];
  let requested = panels;
  while (requested.length > 0) {
    const questions = requested.map(({ id, signals, statistics }) => ({
      key: id,
      question: {
        v: 1,
        signals,
        statistics,
        scope: { deployment: slug() },
        window: { from: "now-20m", to: "now" },
      },
    }));
    const signal = new AbortController().signal;
    const input = { ...caller, signal, body: { waitMs: 1_500, questions } } as unknown as Input;
    const outcomes = (await readSignals(input)).panels;
    const pending = new Set<string>();
    for (const outcome of outcomes) {
      if (outcome.state === "failed") throw new Error(`${outcome.key}: ${outcome.problem.detail}`);
      if (outcome.state === "answered") answers.push(outcome.answer);
      else pending.add(outcome.key);
    }
    requested = requested.filter(({ id }) => pending.has(id));
  }
  return answers;
}

/** Returns every expression that was sent, with duplicates, prefixed by its endpoint. */
const sentExpressions = (): readonly string[] =>
  log
    .listQueries()
    .flatMap(({ path, promql }) =>
      splitCombinedQuery(promql).map((part) => `${path.replace("/api/v1/", "")} ${part}`),
    );

/** Recognises queries that measure the scrape interval. They are few and cached for minutes. */
const isProbe = (expression: string): boolean =>
  /^query(?:_range)? (?:(?:min|max|topk|bottomk)\(.*count_over_time\(|[^(]*\[\d+ms\]$)/.test(expression);

const timesOf = (expressions: readonly string[]): ReadonlyMap<string, number> => {
  const times = new Map<string, number>();
  for (const one of expressions) times.set(one, (times.get(one) ?? 0) + 1);
  return times;
};

function planOf(answers: readonly Answered[]): ReadonlySet<string> {
  const [deployment] = listEffectiveDeployments(getCachedDeploymentSnapshot().records);
  const [first] = answers;
  if (deployment === undefined || first === undefined) throw new Error("no panel was answered");
  const queryContext = { engine: engineById("vllm"), deployment, scope: { deployment: deployment.slug } };
  const points = planAbsenceEvidence(queryContext, first.rateWindowMs);
  const now = planAbsenceEvidence(queryContext, evaluationWindows.headlineWindowMs, "now");
  return new Set([
    ...answers.flatMap(({ queries }) =>
      queries.map(({ purpose, promql }) => `${purpose === "series" ? "query_range" : "query"} ${promql}`),
    ),
    ...listAbsenceEvidenceQueries(points).map((promql) => `query_range ${promql}`),
    ...listAbsenceEvidenceQueries(now).map((promql) => `query ${promql}`),
  ]);
}

test("sends each expression of a page once per refresh", async () => {
  const plan = planOf(await readPage());
  const cold = sentExpressions().filter((one) => !isProbe(one));
  // A single additional query finds out how much of the rate window has samples.
  const [coverage, ...unexpected] = cold.filter((one) => !plan.has(one));
  expect(coverage).toContain(" * group(");
  expect(unexpected).toEqual([]);
  expect([...timesOf(cold).values()].every((times) => times === 1)).toBe(true);
  expect(cold).toHaveLength(plan.size + 1);
  // They are combined into a few requests.
  expect(log.listQueries().length).toBeLessThan(plan.size / 2);

  log.clearQueries();
  vi.setSystemTime(startMs + spacingMs);
  forgetOngoing();
  await readPage();
  const again = sentExpressions();
  expect(new Set(again)).toEqual(new Set(cold));
  expect(again).toHaveLength(cold.length);
});

function forgetOngoing(): void {
  deleteProcessState("signals-panels");
}

const tickMs = 500;
const refreshes = 4;

/**
 * Returns the expressions sent while `viewers` refresh at different times, the first at the start of each refresh.
 */
async function watch(viewers: number): Promise<ReadonlyMap<string, number>> {
  const offsets = Array.from({ length: viewers }, (_, viewer) => (viewer * 2_654_435_761) % refreshMs);
  await readPage();
  log.clearQueries();
  const fromMs = startMs + refreshMs;
  for (let passedMs = 0; passedMs < refreshes * refreshMs; passedMs += tickMs) {
    vi.setSystemTime(fromMs + passedMs);
    forgetOngoing();
    const inRefreshMs = passedMs % refreshMs;
    const due = offsets.filter((offsetMs) => offsetMs >= inRefreshMs && offsetMs < inRefreshMs + tickMs);
    await Promise.all(due.map(readPage));
  }
  return timesOf(sentExpressions());
}

test("sends the same queries for 200 viewers as for one", async () => {
  const one = await watch(1);
  expect(one.size).toBeGreaterThan(50);
  expect(Math.max(...one.values())).toBe(refreshes);
  for (const name of ["series-reader", "spacing-reader", "signals-answers"]) deleteProcessState(name);
  forgetOngoing();
  vi.setSystemTime(startMs);
  expect(await watch(200)).toEqual(one);
});

/**
 * The product against real servers (NVIDIA Dynamo's frontend with its mock engines, LiteLLM): each is discovered,
 * nothing counts twice, unexposed metrics are reported as such, and the numbers match a client's measurements.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ttftCountWarning } from "@/components/signals/panels/ttft-count";
import { waitUntil } from "@/demo/stack/process/wait-until";
import type { Answer } from "@/lib/model/answer";
import type { Statistic } from "@/lib/model/question";
import type { PresentReading } from "@/lib/model/reading";
import type { SignalId } from "@/lib/model/signals/signals";
import { checkDeployment } from "@/lib/services/data-check/check-deployment";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readKnownDeployments, type KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { findRequestLayers } from "@/lib/services/deployments/request-layers";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { systemPrincipal } from "@/lib/server/principal";
import { readOverview } from "@/lib/services/overview/read-overview";
import { compareLatency, type LatencyComparisonPlan } from "@/tests/support/peers/compare-latency";
import { measureLoad, type LoadPlan, type MeasuredLoad } from "@/tests/support/peers/measured-load";
import { exposedSignals } from "@/tests/support/peers/exposed-signals";
import {
  engineBehindLitellm,
  litellmKey,
  mockedEngines,
  createMockModelName,
  scrapeMs,
  startPeerFixture,
  type PeerFixture,
} from "@/tests/support/peers/peer-fixture";

const direct = mockedEngines.filter((engine) => engine !== engineBehindLitellm);
const requests = 150;
const outputTokens = 40;
const unstreamedEvery = 3;

let fixture: PeerFixture;
let foundBeforeTraffic: readonly KnownDeployment[] = [];
/** Result of the data check for TTFT at each deployment before traffic. */
let ttftBeforeTraffic: readonly (string | null | undefined)[] = [];
let deployments: readonly KnownDeployment[] = [];
let slack = 0;
let measured: ReadonlyMap<string, MeasuredLoad> = new Map();

/** Sum of all request counters: three frontends, their engines, and the proxy. */
const everyCount = [
  'sum(dynamo_frontend_request_duration_seconds_count{model=~"toy-.+"})',
  'sum({__name__=~"(?:vllm|sglang|trtllm):e2e_request_latency_seconds_count"})',
  'sum(litellm_request_total_latency_metric_count{requested_model=~"toy-.+"})',
].join(" + ");
const countingPoints = 2 * mockedEngines.length + 1;

/** Sends load to all endpoints at once; results by the engine's name or "litellm". */
async function load(count: number, unstreamedEvery?: number): Promise<ReadonlyMap<string, MeasuredLoad>> {
  const common = { requests: count, atOnce: 2, outputTokens };
  const plans: readonly (readonly [string, LoadPlan])[] = [
    ...direct.map((engine): [string, LoadPlan] => [
      engine,
      { ...common, url: fixture.frontendUrl(engine), model: createMockModelName(engine) },
    ]),
    [
      "litellm",
      {
        ...common,
        url: fixture.litellmUrl,
        model: createMockModelName(engineBehindLitellm),
        key: litellmKey,
        ...(unstreamedEvery === undefined ? {} : { unstreamedEvery }),
      },
    ],
  ];
  return new Map(
    await Promise.all(plans.map(async ([name, plan]) => [name, await measureLoad(plan)] as const)),
  );
}

const waitForValue = (promql: string, value: number): Promise<void> =>
  waitUntil({
    condition: `${promql} to be ${value}`,
    isMet: async () => (await fixture.query(promql))[0] === value,
    timeoutMs: 60_000,
    fix: "query the test's Prometheus",
  });

beforeAll(async () => {
  fixture = await startPeerFixture();
  await waitForValue("sum(up)", countingPoints);
  await discoverDeployments();
  foundBeforeTraffic = (await readKnownDeployments(allSources)).deployments;
  ttftBeforeTraffic = await Promise.all(
    foundBeforeTraffic.map(async (one) => {
      const rows = await checkDeployment(one, AbortSignal.timeout(20_000));
      return rows.find(({ signal }) => signal === "ttft")?.reason;
    }),
  );
  // A series starts with its first event, which no rate can include, so one request is sent before the measurement.
  await load(1);
  await waitForValue(everyCount, countingPoints);
  const startedMs = Date.now();
  measured = await load(requests, unstreamedEvery);
  await waitForValue(everyCount, countingPoints * (requests + 1));
  slack = (2 * 1.1 * scrapeMs) / (Date.now() - startedMs);
  await discoverDeployments();
  ({ deployments } = await readKnownDeployments(allSources));
}, 600_000);
afterAll(() => fixture.stop());

function find(engine: string, model: string): KnownDeployment {
  const found = deployments.find((one) => one.engine === engine && one.model === model);
  if (found === undefined) throw new Error(`${engine} of ${model} was not found`);
  return found;
}

const namesOf = (list: readonly KnownDeployment[]): readonly string[] =>
  list.map(({ engine, model }) => `${engine} ${model}`).toSorted();

test("a frontend is discovered before it receives any request", () => {
  expect(namesOf(foundBeforeTraffic)).toEqual(
    mockedEngines.map((engine) => `dynamo ${createMockModelName(engine)}`).toSorted(),
  );
});

test("a frontend without requests has no traffic, and none of its metrics is missing", () => {
  expect(ttftBeforeTraffic).toEqual(mockedEngines.map(() => "no-traffic"));
});

test("each deployment is discovered once, and a model that was only requested is not", () => {
  expect(namesOf(deployments)).toEqual(
    [
      ...mockedEngines.flatMap((engine) => [
        `dynamo ${createMockModelName(engine)}`,
        `${engine} ${createMockModelName(engine)}`,
      ]),
      `litellm ${createMockModelName(engineBehindLitellm)}`,
    ].toSorted(),
  );
});

test("the order of proxy, frontend and engine is detected", () => {
  const layers = findRequestLayers(deployments);
  const [proxy, frontend, engine] = ["litellm", "dynamo", engineBehindLitellm].map((one) =>
    find(one, createMockModelName(engineBehindLitellm)),
  );
  expect(layers.get(engine?.id ?? "")?.gatewayIds).toEqual([proxy?.id, frontend?.id]);
  expect(layers.get(frontend?.id ?? "")?.gatewayIds).toEqual([proxy?.id]);
});

test("unexposed metrics are reported as such and have no number", async () => {
  const checks = await Promise.all(
    deployments.map(async (one) => ({ one, rows: await checkDeployment(one, AbortSignal.timeout(20_000)) })),
  );
  for (const { one, rows } of checks) {
    const answers = rows.filter(({ outcome }) => outcome === "with-data").map(({ signal }) => signal);
    expect(answers.toSorted(), one.slug).toEqual(exposedSignals[one.engine]?.toSorted());
    const silent = rows.filter(({ outcome }) => outcome !== "with-data");
    expect(silent.filter(({ value }) => value !== null)).toEqual([]);
    expect(silent.filter(({ detail }) => detail.length < 10)).toEqual([]);
    expect(silent.filter(({ reason }) => reason !== "not-exposed" && reason !== "metric-absent")).toEqual([]);
  }
});

const longest = ({ roundTrips }: MeasuredLoad): number => Math.max(...roundTrips);
const e2eOf = ({ answers }: MeasuredLoad): readonly number[] => answers.map(({ e2eSeconds }) => e2eSeconds);
const ttftOf = ({ answers }: MeasuredLoad): readonly number[] =>
  answers.flatMap(({ ttftSeconds }) => ttftSeconds ?? []);
const gapsOf = ({ answers }: MeasuredLoad): readonly number[] =>
  answers.map(({ decodeSeconds, textChunkCount }) => decodeSeconds / (textChunkCount - 1));

/** Returns mismatches between client and server. The figures are printed in either case. */
async function latencyMismatches(
  plans: readonly Omit<LatencyComparisonPlan, "slack">[],
): Promise<readonly string[]> {
  const found = await Promise.all(plans.map((plan) => compareLatency({ ...plan, slack })));
  for (const { logLines: report } of found) process.stdout.write(report.map((line) => `${line}\n`).join(""));
  return found.flatMap(({ mismatches: wrong }) => wrong);
}

function measuredAt(name: string): MeasuredLoad {
  const found = measured.get(name);
  if (found === undefined) throw new Error(`nothing was measured at ${name}`);
  return found;
}

describe.each(direct)("at Dynamo's frontend in front of %s", (engine) => {
  test("the frontend's numbers match the client's measurements", async () => {
    const client = measuredAt(engine);
    const { slug: deployment } = find("dynamo", createMockModelName(engine));
    const roundTripSeconds = longest(client);
    expect(client.answers.filter(({ textChunkCount }) => textChunkCount !== outputTokens)).toEqual([]);
    expect(
      await latencyMismatches([
        { deployment, signal: "ttft", client: ttftOf(client), roundTripSeconds },
        { deployment, signal: "e2e", client: e2eOf(client), roundTripSeconds },
        {
          deployment,
          signal: "itl",
          statistics: ["mean"],
          client: gapsOf(client),
          // Spread over the gaps of a request: its first token and its last may each have been late.
          roundTripSeconds: roundTripSeconds / (outputTokens - 1),
          affectsBothEnds: true,
        },
      ]),
    ).toEqual([]);
  });

  test("the engine's numbers are at most the frontend's and the client's", async () => {
    const client = measuredAt(engine);
    const { slug: deployment } = find(engine, createMockModelName(engine));
    expect(
      await latencyMismatches([
        { deployment, signal: "ttft", client: ttftOf(client), roundTripSeconds: null },
        { deployment, signal: "e2e", client: e2eOf(client), roundTripSeconds: null },
      ]),
    ).toEqual([]);
    const frontend = find("dynamo", createMockModelName(engine)).slug;
    expect(await meanOf(deployment, "ttft")).toBeLessThanOrEqual(
      (await meanOf(frontend, "ttft")) * (1 + slack),
    );
    expect(await meanOf(deployment, "e2e")).toBeLessThanOrEqual(
      (await meanOf(frontend, "e2e")) * (1 + slack),
    );
  });
});

async function meanOf(deployment: string, signal: SignalId): Promise<number> {
  const answer = await ask(deployment, signal, "mean");
  const headline = answer.series[0]?.headline;
  return headline?.kind === "present" ? headline.value : Number.NaN;
}

const ask = (deployment: string, signal: SignalId, statistic: Statistic): Promise<Answer> =>
  answerQuestion(
    {
      v: 1,
      signals: [signal],
      statistics: [statistic],
      scope: { deployment },
      window: { from: "now-5m", to: "now" },
    },
    { sourceScope: allSources },
  );

describe("at LiteLLM", () => {
  test("its numbers match the client's measurements", async () => {
    const client = measuredAt("litellm");
    const { slug: deployment } = find("litellm", createMockModelName(engineBehindLitellm));
    expect(
      await latencyMismatches([
        { deployment, signal: "e2e", client: e2eOf(client), roundTripSeconds: longest(client) },
        // The proxy's time before its upstream call is excluded, so only the order is known.
        { deployment, signal: "ttft", client: ttftOf(client), roundTripSeconds: null },
      ]),
    ).toEqual([]);
  });

  test.each(["dynamo", engineBehindLitellm])(
    "the numbers of %s behind it are at most the client's",
    async (engine) => {
      const client = measuredAt("litellm");
      const { slug: deployment } = find(engine, createMockModelName(engineBehindLitellm));
      expect(
        await latencyMismatches([
          { deployment, signal: "e2e", client: e2eOf(client), roundTripSeconds: null },
        ]),
      ).toEqual([]);
    },
  );
});

/** Returns the warning of the Signals page's panel for the responses of its panels. */
async function warningOf(deployment: string): Promise<string | null> {
  const panels = new Map([
    ["ttft", await ask(deployment, "ttft", "p95")],
    ["requests", await ask(deployment, "requests", "rate")],
    ["e2e", await ask(deployment, "e2e", "p95")],
  ]);
  return ttftCountWarning((id) => panels.get(id) ?? null);
}

test("a third of LiteLLM's requests were not streamed: only there TTFT excludes them, and the page reports it", async () => {
  const model = createMockModelName(engineBehindLitellm);
  const [, fewer] =
    /, ([\d.]+)\s% fewer: LiteLLM proxy times the first token of streamed/.exec(
      (await warningOf(find("litellm", model).slug)) ?? "",
    ) ?? [];
  // Every third response is not streamed. At the window's ends one of 150 may be cut off.
  expect(Math.abs(Number(fewer) - 100 / unstreamedEvery)).toBeLessThan(1);
  // These measure the first token of unstreamed responses too.
  expect(await warningOf(find("dynamo", model).slug)).toBeNull();
  expect(await warningOf(find(engineBehindLitellm, model).slug)).toBeNull();
});

test("the fleet's requests count once, at the outermost endpoint", async () => {
  const more = 40;
  const later = await load(more);
  await waitForValue(everyCount, countingPoints * (requests + 1 + more));
  const { fleet, rows } = await readFleet();
  const rateOf = (one: KnownDeployment): PresentReading => {
    const reading = rows.find(({ slug }) => slug === one.slug)?.readings.requestRate;
    if (reading?.kind !== "present") throw new Error(`${one.slug} has no rate`);
    return reading;
  };
  const outermost = [
    ...direct.map((engine) => [engine, find("dynamo", createMockModelName(engine))] as const),
    ["litellm", find("litellm", createMockModelName(engineBehindLitellm))] as const,
  ];
  for (const [name, deployment] of outermost) {
    const answers = [...measuredAt(name).answers, ...(later.get(name)?.answers ?? [])];
    expect(outside(answers, rateOf(deployment)), name).toBe("");
  }
  const sum = outermost.reduce((total, [, deployment]) => total + rateOf(deployment).value, 0);
  expect(fleet.requestRate).toMatchObject({ kind: "present", value: expect.closeTo(sum, 9) });
});

/** Reads the overview until every row is complete. */
async function readFleet() {
  for (;;) {
    const { fleet, deployments: rows } = await readOverview({
      params: {},
      query: { from: "now-5m", to: "now" },
      body: {},
      principal: systemPrincipal,
      signal: AbortSignal.timeout(60_000),
      requestId: "peers",
    });
    const judged = rows.filter((row) => row.state === "judged");
    if (judged.length === deployments.length) return { fleet, rows: judged };
  }
}

/**
 * Returns an error when the rate does not match the responses that the client observed. One scrape may be late at
 * either end, and rates extrapolate by at most 1.1 scrapes.
 */
function outside(answers: MeasuredLoad["answers"], { value, atMs, windowMs }: PresentReading): string {
  const between = (fromMs: number, toMs: number): number =>
    answers.filter(({ endedAtMs }) => endedAtMs > fromMs && endedAtMs <= toMs).length;
  const lowest = between(atMs - windowMs + 2 * scrapeMs, atMs - 2 * scrapeMs);
  const highest = between(atMs - windowMs - scrapeMs, atMs) * (1 + (2.2 * scrapeMs) / windowMs);
  const count = (value * windowMs) / 1_000;
  return count >= lowest && count <= highest ? "" : `${count} is not in ${lowest} to ${highest}`;
}

/**
 * The product against real servers that nobody here wrote (NVIDIA Dynamo's frontend and its mock engines, LiteLLM): each is found,
 * nothing counts twice, what they do not expose says so, and the numbers are those that a client measured from outside.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ttftCountWarning } from "@/components/signals/ttft-count";
import { waitUntil } from "@/demo/stack/process/wait-until";
import type { Answer } from "@/lib/model/answer";
import type { Statistic } from "@/lib/model/question";
import type { PresentReading } from "@/lib/model/reading";
import type { SignalId } from "@/lib/model/signals";
import { checkDeployment } from "@/lib/services/data-check/check-deployment";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { knownDeployments, type KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { requestLayers } from "@/lib/services/deployments/request-layers";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { identify } from "@/lib/server/principal";
import { readOverview } from "@/lib/services/overview/read-overview";
import { compareLatency, type LatencyComparisonPlan } from "@/tests/support/peers/compare-latency";
import { measure, type LoadPlan, type MeasuredLoad } from "@/tests/support/peers/measured-load";
import { answered } from "@/tests/support/peers/peer-signals";
import {
  behindLitellm,
  litellmKey,
  mockedEngines,
  modelOf,
  scrapeMs,
  startPeerFixture,
  type PeerFixture,
} from "@/tests/support/peers/peer-fixture";

const direct = mockedEngines.filter((engine) => engine !== behindLitellm);
const requests = 150;
const outputTokens = 40;
const unstreamedEvery = 3;

let fixture: PeerFixture;
let foundBeforeTraffic: readonly KnownDeployment[] = [];
/** What the data check says of TTFT at each of them then. */
let ttftBeforeTraffic: readonly (string | null | undefined)[] = [];
let deployments: readonly KnownDeployment[] = [];
let slack = 0;
let measured: ReadonlyMap<string, MeasuredLoad> = new Map();

/** Each place where a request is counted when it ends: three frontends, their engines, and the proxy. */
const everyCount = [
  'sum(dynamo_frontend_request_duration_seconds_count{model=~"toy-.+"})',
  'sum({__name__=~"(?:vllm|sglang|trtllm):e2e_request_latency_seconds_count"})',
  'sum(litellm_request_total_latency_metric_count{requested_model=~"toy-.+"})',
].join(" + ");
const countingPoints = 2 * mockedEngines.length + 1;

/** At all doors at once, by the engine's name or "litellm". */
async function load(count: number, unstreamedEvery?: number): Promise<ReadonlyMap<string, MeasuredLoad>> {
  const common = { requests: count, atOnce: 2, outputTokens };
  const plans: readonly (readonly [string, LoadPlan])[] = [
    ...direct.map((engine): [string, LoadPlan] => [
      engine,
      { ...common, url: fixture.frontendUrl(engine), model: modelOf(engine) },
    ]),
    [
      "litellm",
      {
        ...common,
        url: fixture.litellmUrl,
        model: modelOf(behindLitellm),
        key: litellmKey,
        ...(unstreamedEvery === undefined ? {} : { unstreamedEvery }),
      },
    ],
  ];
  return new Map(await Promise.all(plans.map(async ([name, plan]) => [name, await measure(plan)] as const)));
}

const waitForValue = (promql: string, value: number): Promise<void> =>
  waitUntil({
    condition: `${promql} to be ${value}`,
    isMet: async () => (await fixture.query(promql))[0] === value,
    limitMs: 60_000,
    fix: "ask the Prometheus that the test starts",
  });

beforeAll(async () => {
  fixture = await startPeerFixture();
  await waitForValue("sum(up)", countingPoints);
  await discoverDeployments();
  foundBeforeTraffic = (await knownDeployments()).deployments;
  ttftBeforeTraffic = await Promise.all(
    foundBeforeTraffic.map(async (one) => {
      const rows = await checkDeployment(one, AbortSignal.timeout(20_000));
      return rows.find(({ signal }) => signal === "ttft")?.reason;
    }),
  );
  // Series begin with their first event, which no rate can know: one request comes before what is measured.
  await load(1);
  await waitForValue(everyCount, countingPoints);
  const startedMs = Date.now();
  measured = await load(requests, unstreamedEvery);
  await waitForValue(everyCount, countingPoints * (requests + 1));
  slack = (2 * 1.1 * scrapeMs) / (Date.now() - startedMs);
  await discoverDeployments();
  ({ deployments } = await knownDeployments());
}, 600_000);
afterAll(() => fixture.stop());

function find(engine: string, model: string): KnownDeployment {
  const found = deployments.find((one) => one.engine === engine && one.model === model);
  if (found === undefined) throw new Error(`${engine} of ${model} was not found`);
  return found;
}

const namesOf = (list: readonly KnownDeployment[]): readonly string[] =>
  list.map(({ engine, model }) => `${engine} ${model}`).toSorted();

test("a frontend is found before anybody has asked it", () => {
  expect(namesOf(foundBeforeTraffic)).toEqual(
    mockedEngines.map((engine) => `dynamo ${modelOf(engine)}`).toSorted(),
  );
});

test("a frontend that nobody has asked has no traffic, and no metric of it is missing", () => {
  expect(ttftBeforeTraffic).toEqual(mockedEngines.map(() => "no-traffic"));
});

test("each is found, once, and a model that was only asked for is not", () => {
  expect(namesOf(deployments)).toEqual(
    [
      ...mockedEngines.flatMap((engine) => [`dynamo ${modelOf(engine)}`, `${engine} ${modelOf(engine)}`]),
      `litellm ${modelOf(behindLitellm)}`,
    ].toSorted(),
  );
});

test("who stands before whom is seen", () => {
  const layers = requestLayers(deployments);
  const [proxy, frontend, engine] = ["litellm", "dynamo", behindLitellm].map((one) =>
    find(one, modelOf(behindLitellm)),
  );
  expect(layers.get(engine?.id ?? "")?.gateways).toEqual([proxy?.id, frontend?.id]);
  expect(layers.get(frontend?.id ?? "")?.gateways).toEqual([proxy?.id]);
});

test("what they do not expose says so, and nothing of it is a number", async () => {
  const told = await Promise.all(
    deployments.map(async (one) => ({ one, rows: await checkDeployment(one, AbortSignal.timeout(20_000)) })),
  );
  for (const { one, rows } of told) {
    const answers = rows.filter(({ outcome }) => outcome === "answers").map(({ signal }) => signal);
    expect(answers.toSorted(), one.slug).toEqual(answered[one.engine]?.toSorted());
    const silent = rows.filter(({ outcome }) => outcome !== "answers");
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
  answers.map(({ decodeSeconds, chunks }) => decodeSeconds / (chunks - 1));

/** What does not hold between client and server; the figures are told in either case. */
async function latencyMismatches(
  plans: readonly Omit<LatencyComparisonPlan, "slack">[],
): Promise<readonly string[]> {
  const found = await Promise.all(plans.map((plan) => compareLatency({ ...plan, slack })));
  for (const { report } of found) process.stdout.write(report.map((line) => `${line}\n`).join(""));
  return found.flatMap(({ wrong }) => wrong);
}

function measuredAt(name: string): MeasuredLoad {
  const found = measured.get(name);
  if (found === undefined) throw new Error(`nothing was measured at ${name}`);
  return found;
}

describe.each(direct)("asked at Dynamo's frontend before %s", (engine) => {
  test("the frontend's numbers are those that the client measured", async () => {
    const client = measuredAt(engine);
    const { slug: deployment } = find("dynamo", modelOf(engine));
    const roundTripSeconds = longest(client);
    expect(client.answers.filter(({ chunks }) => chunks !== outputTokens)).toEqual([]);
    expect(
      await latencyMismatches([
        { deployment, signal: "ttft", client: ttftOf(client), roundTripSeconds },
        { deployment, signal: "e2e", client: e2eOf(client), roundTripSeconds },
        {
          deployment,
          signal: "itl",
          statistics: ["mean"],
          client: gapsOf(client),
          // Spread over the gaps of a request: its first token and its last may each have come late.
          roundTripSeconds: roundTripSeconds / (outputTokens - 1),
          affectsBothEnds: true,
        },
      ]),
    ).toEqual([]);
  });

  test("the engine's numbers lie inside the frontend's and the client's", async () => {
    const client = measuredAt(engine);
    const { slug: deployment } = find(engine, modelOf(engine));
    expect(
      await latencyMismatches([
        { deployment, signal: "ttft", client: ttftOf(client), roundTripSeconds: null },
        { deployment, signal: "e2e", client: e2eOf(client), roundTripSeconds: null },
      ]),
    ).toEqual([]);
    const frontend = find("dynamo", modelOf(engine)).slug;
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
  answerQuestion({
    v: 1,
    signals: [signal],
    statistics: [statistic],
    scope: { deployment },
    window: { from: "now-5m", to: "now" },
  });

describe("asked at LiteLLM", () => {
  test("its numbers are those that the client measured", async () => {
    const client = measuredAt("litellm");
    const { slug: deployment } = find("litellm", modelOf(behindLitellm));
    expect(
      await latencyMismatches([
        { deployment, signal: "e2e", client: e2eOf(client), roundTripSeconds: longest(client) },
        // The proxy's own time before its call is not in it: only the order is known.
        { deployment, signal: "ttft", client: ttftOf(client), roundTripSeconds: null },
      ]),
    ).toEqual([]);
  });

  test.each(["dynamo", behindLitellm])("those of %s behind it lie inside", async (engine) => {
    const client = measuredAt("litellm");
    const { slug: deployment } = find(engine, modelOf(behindLitellm));
    expect(
      await latencyMismatches([{ deployment, signal: "e2e", client: e2eOf(client), roundTripSeconds: null }]),
    ).toEqual([]);
  });
});

/** As the panel of the Signals page has it, of the answers that its panels read. */
async function warningOf(deployment: string): Promise<string | null> {
  const panels = new Map([
    ["ttft", await ask(deployment, "ttft", "p95")],
    ["requests", await ask(deployment, "requests", "rate")],
    ["e2e", await ask(deployment, "e2e", "p95")],
  ]);
  return ttftCountWarning((id) => panels.get(id) ?? null);
}

test("a third of LiteLLM's requests were not streamed: only there TTFT leaves them out, and the page says so", async () => {
  const model = modelOf(behindLitellm);
  const [, fewer] =
    /, ([\d.]+)\s% fewer: LiteLLM proxy times the first token of streamed/.exec(
      (await warningOf(find("litellm", model).slug)) ?? "",
    ) ?? [];
  // Whole answers are every third; where the points begin and end one of 150 may be cut off.
  expect(Math.abs(Number(fewer) - 100 / unstreamedEvery)).toBeLessThan(1);
  // These time the first token of answers that are sent as a whole too.
  expect(await warningOf(find("dynamo", model).slug)).toBeNull();
  expect(await warningOf(find(behindLitellm, model).slug)).toBeNull();
});

test("the fleet's requests count once, at the outermost door", async () => {
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
    ...direct.map((engine) => [engine, find("dynamo", modelOf(engine))] as const),
    ["litellm", find("litellm", modelOf(behindLitellm))] as const,
  ];
  for (const [name, deployment] of outermost) {
    const answers = [...measuredAt(name).answers, ...(later.get(name)?.answers ?? [])];
    expect(outside(answers, rateOf(deployment)), name).toBe("");
  }
  const sum = outermost.reduce((total, [, deployment]) => total + rateOf(deployment).value, 0);
  expect(fleet.requestRate).toMatchObject({ kind: "present", value: expect.closeTo(sum, 9) });
});

/** The overview, once every row of it is read. */
async function readFleet() {
  for (;;) {
    const { fleet, deployments: rows } = await readOverview({
      params: {},
      query: { from: "now-5m", to: "now" },
      body: {},
      principal: identify(),
      signal: AbortSignal.timeout(60_000),
      requestId: "peers",
    });
    const judged = rows.filter((row) => row.state === "judged");
    if (judged.length === deployments.length) return { fleet, rows: judged };
  }
}

/** Says where the rate is not what the client saw end: a scrape late at either end, and reached past both by 1.1 scrapes at most. */
function outside(answers: MeasuredLoad["answers"], { value, atMs, windowMs }: PresentReading): string {
  const between = (fromMs: number, toMs: number): number =>
    answers.filter(({ endedAtMs }) => endedAtMs > fromMs && endedAtMs <= toMs).length;
  const lowest = between(atMs - windowMs + 2 * scrapeMs, atMs - 2 * scrapeMs);
  const highest = between(atMs - windowMs - scrapeMs, atMs) * (1 + (2.2 * scrapeMs) / windowMs);
  const told = (value * windowMs) / 1_000;
  return told >= lowest && told <= highest ? "" : `${told} is not in ${lowest} to ${highest}`;
}

/**
 * What the bench of the roofline's room stands on: an hour of a simulated deployment on a real Prometheus, a real PostgreSQL, the
 * product's own door, and between door and source a clock of when anything is being asked.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { performance } from "node:perf_hooks";
import { text } from "node:stream/consumers";
import { request } from "undici";
import { GET } from "@/app/api/v1/roofline/route";
import type { RooflineResponse } from "@/lib/contracts/roofline";
import { createDatabase } from "@/lib/server/db/database-name";
import { applyMigrations } from "@/lib/server/db/migrate";
import { forgetProcessMemory } from "@/lib/server/memory";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readInstant } from "@/lib/services/series/read-series";
import { registerSources } from "@/lib/services/sources/register-sources";
import { startScratchPostgres } from "@/scripts/scratch-postgres";
import { simulateHistory } from "@/tests/support/simulated-history";
import { startPrometheus } from "@/tests/support/prometheus";
import { rooflineFleet } from "@/tests/support/roofline-fleet";
import { leaveServerClock, setServerClock } from "@/tests/support/server-clock";
import {
  leaveServerEnvironment,
  useServerEnvironment as setServerEnvironment,
} from "@/tests/support/server-environment";
import { serveEndpoint } from "./served-endpoint";

export interface RooflineFixture {
  /**
   * Asks for the room with nothing of the source remembered, then puts the same questions to the source plainly, as many at once and
   * round after round; milliseconds in which the source was not being asked, of the first less those of the second.
   */
  readonly overheadMs: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

const slug = "opt-1-3b";
const nowMs = Date.UTC(2026, 9, 1, 12, 7);
const minuteMs = 60_000;
/** What is remembered of the source and of what was just answered. */
const remembered = ["series-reader", "spacing-reader", "roofline-ongoing", "roofline-ongoing-results"];

export async function openRooflineFixture(): Promise<RooflineFixture> {
  // What is checked of each answer in tests would be measured too.
  Object.assign(process.env, { NODE_ENV: "production" });
  const { openMetrics } = simulateHistory({
    profiles: [],
    fleet: rooflineFleet.filter(({ name }) => name === "opt-1.3b"),
    fromMs: nowMs - 65 * minuteMs,
    toMs: nowMs + 15 * minuteMs,
    spacingMs: 15_000,
  });
  const prometheus = await startPrometheus(openMetrics);
  const proxy = await openTimingProxy(prometheus.url);
  const postgres = await startScratchPostgres("bench");
  const database = await createDatabase(postgres.url, "room");
  await applyMigrations({ connectionString: database });
  setServerClock(nowMs);
  setServerEnvironment({ DATABASE_URL: database, PROMETHEUS_URL: proxy.url });
  await registerSources();
  await discoverDeployments();
  const served = await serveEndpoint(GET);
  const overheadMs = async (): Promise<number> => {
    for (const name of remembered) forgetProcessMemory(name);
    // A reader that knows nothing; that it is made, once in a process' life, is no part of the question.
    await readInstant({ sourceSlug: "prometheus", promql: "vector(1)", atMs: nowMs });
    proxy.forget();
    const page = await idleMs(proxy, () => readPage(served.url));
    const rounds = proxy.rounds();
    proxy.forget();
    const plain = await idleMs(proxy, async () => {
      for (const round of rounds) await Promise.all(round.map((question) => ask(proxy.url, question)));
    });
    return page - plain;
  };
  return {
    overheadMs,
    stop: async () => {
      served.close();
      proxy.close();
      await leaveServerEnvironment();
      leaveServerClock();
      await prometheus.stop();
      await postgres.remove();
    },
  };
}

/** Throws where the answer is not of placed points and a trail: a quick answer about nothing would look very good. */
async function readPage(url: string): Promise<void> {
  const response = await request(`${url}/api/v1/roofline?deployment=${slug}&from=now-1h&to=now`);
  const page = (await response.body.json()) as RooflineResponse;
  const pool = page.state === "answered" ? page.pools[0] : undefined;
  if (pool?.now.decode.kind !== "available" || pool.trail.decode.atMs.length < 50)
    throw new Error(`the door answers ${response.statusCode}: ${JSON.stringify(page).slice(0, 400)}`);
}

interface Question {
  readonly path: string;
  /** Null where it was asked by its address alone. */
  readonly body: string | null;
}

/** The answer as it comes, its body received. */
async function ask(url: string, { path, body }: Question) {
  const answer = await request(new URL(path, url), {
    method: body === null ? "GET" : "POST",
    ...(body === null ? {} : { headers: { "content-type": "application/x-www-form-urlencoded" }, body }),
  });
  return { status: answer.statusCode, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}

/** Milliseconds of `run` in which no question was on its way. */
async function idleMs(proxy: TimingProxy, run: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await run();
  return performance.now() - startedMs - proxy.queryMs();
}

interface TimingProxy {
  readonly url: string;
  readonly forget: () => void;
  /** Since it was told to forget: time in which one question at least was on its way. */
  readonly queryMs: () => number;
  /** Since then: the questions that were on their way together, in their order. */
  readonly rounds: () => readonly (readonly Question[])[];
  readonly close: () => void;
}

async function openTimingProxy(targetUrl: string): Promise<TimingProxy> {
  let [inFlight, since, sum] = [0, 0, 0];
  let rounds: Question[][] = [];
  const begin = (): Question[] => {
    if (inFlight === 0) {
      since = performance.now();
      rounds.push([]);
    }
    inFlight += 1;
    return rounds.at(-1) ?? [];
  };
  const end = (): void => {
    inFlight -= 1;
    if (inFlight === 0) sum += performance.now() - since;
  };
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const round = begin();
    outgoing.once("close", end);
    const question = {
      path: incoming.url ?? "/",
      body: incoming.method === "POST" ? await text(incoming) : null,
    };
    round.push(question);
    const { status, bytes } = await ask(targetUrl, question);
    outgoing.writeHead(status, { "content-type": "application/json" }).end(bytes);
  };
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch((error: unknown) => outgoing.writeHead(502).end(String(error)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    forget: () => {
      sum = 0;
      rounds = [];
    },
    rounds: () => rounds,
    queryMs: () => sum,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

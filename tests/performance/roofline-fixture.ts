/**
 * Fixture of the roofline page's benchmark: an hour of a simulated deployment in a real Prometheus, a real
 * PostgreSQL, the product's endpoint, and a proxy that measures the time with queries in flight.
 */
import { allSources, requireReadableSource } from "@/lib/model/sources/source-scope";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { performance } from "node:perf_hooks";
import { text } from "node:stream/consumers";
import { request } from "undici";
import { GET } from "@/app/api/v1/roofline/route";
import type { RooflineResponse } from "@/lib/contracts/roofline/roofline";
import { createDatabase } from "@/lib/server/db/database-name";
import { applyMigrations } from "@/lib/server/db/migrate";
import { deleteProcessState } from "@/lib/server/process-state";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readPromqlInstant } from "@/lib/services/series/prometheus";
import { registerSources } from "@/lib/services/sources/register-sources";
import { startScratchPostgres } from "@/scripts/suites/scratch-postgres";
import { simulateHistory } from "@/tests/support/histories/simulated-history";
import { startPrometheus } from "@/tests/support/sources/prometheus";
import { rooflineFleet } from "@/tests/support/histories/roofline-fleet";
import { resetServerClock, setServerClock } from "@/tests/support/server/server-clock";
import {
  leaveServerEnvironment,
  useServerEnvironment as setServerEnvironment,
} from "@/tests/support/server/server-environment";
import { serveEndpoint } from "./data-path/served-endpoint";

export interface RooflineFixture {
  /**
   * Requests the page without caches, then sends the same queries directly with the same concurrency. Returns the
   * milliseconds without a query in flight of the first, minus those of the second.
   */
  readonly overheadMs: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

const slug = "opt-1-3b";
const nowMs = Date.UTC(2026, 9, 1, 12, 7);
const minuteMs = 60_000;
/** Caches of source data and of recent responses. */
const remembered = ["series-reader", "spacing-reader", "roofline-pages"];

export async function openRooflineFixture(): Promise<RooflineFixture> {
  // Response validation, which is on in tests, would be measured too.
  Object.assign(process.env, { NODE_ENV: "production" });
  const { writeBlocks } = simulateHistory({
    profiles: [],
    fleet: rooflineFleet.filter(({ name }) => name === "opt-1.3b"),
    fromMs: nowMs - 65 * minuteMs,
    toMs: nowMs + 15 * minuteMs,
    spacingMs: 15_000,
  });
  const prometheus = await startPrometheus(writeBlocks);
  const proxy = await openTimingProxy(prometheus.url);
  const postgres = await startScratchPostgres("bench");
  const database = await createDatabase(postgres.url, "roofline");
  await applyMigrations({ connectionString: database });
  setServerClock(nowMs);
  setServerEnvironment({ DATABASE_URL: database, PROMETHEUS_URL: proxy.url });
  await registerSources();
  await discoverDeployments();
  const served = await serveEndpoint(GET);
  const overheadMs = async (): Promise<number> => {
    for (const name of remembered) deleteProcessState(name);
    // A reader without cache. Its creation happens once per process and is not part of the query.
    await readPromqlInstant({
      source: requireReadableSource("prometheus", allSources),
      promql: "vector(1)",
      atMs: nowMs,
    });
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
      resetServerClock();
      await prometheus.stop();
      await postgres.remove();
    },
  };
}

/** Throws when the response has no points or trail, so that fast but empty responses are not measured. */
async function readPage(url: string): Promise<void> {
  const response = await request(`${url}/api/v1/roofline?deployment=${slug}&from=now-1h&to=now`);
  const page = (await response.body.json()) as RooflineResponse;
  const pool = page.state === "answered" ? page.pools[0] : undefined;
  if (pool?.now.decode.kind !== "available" || pool.trail.decode.atMs.length < 50)
    throw new Error(`the endpoint answers ${response.statusCode}: ${JSON.stringify(page).slice(0, 400)}`);
}

interface Question {
  readonly path: string;
  /** Null for a request without body. */
  readonly body: string | null;
}

/** Sends a query and receives the full response. */
async function ask(url: string, { path, body }: Question) {
  const answer = await request(new URL(path, url), {
    method: body === null ? "GET" : "POST",
    ...(body === null ? {} : { headers: { "content-type": "application/x-www-form-urlencoded" }, body }),
  });
  return { status: answer.statusCode, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}

/** Returns the milliseconds of `run` without a query in flight. */
async function idleMs(proxy: TimingProxy, run: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await run();
  return performance.now() - startedMs - proxy.queryMs();
}

interface TimingProxy {
  readonly url: string;
  readonly forget: () => void;
  /** Time since `forget` with at least one query in flight. */
  readonly queryMs: () => number;
  /** Queries since `forget`, grouped by those in flight together, in order. */
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

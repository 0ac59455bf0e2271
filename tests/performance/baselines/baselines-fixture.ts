/**
 * Fixture of the benchmarks of baselines: three days of the demo's largest deployment in a real Prometheus, a real
 * PostgreSQL, and the product's endpoints in this process.
 */
import { GET as LIST, POST as CAPTURE } from "@/app/api/v1/baselines/route";
import { GET as COMPARE } from "@/app/api/v1/comparisons/route";
import type { BaselineEntry, baselinesContract } from "@/lib/contracts/baselines";
import type { ResponseOf } from "@/lib/contracts/contract";
import type { ComparisonEntry } from "@/lib/contracts/comparisons";
import { createDatabase } from "@/lib/server/db/database-name";
import { getDatabase } from "@/lib/server/db/client";
import { applyMigrations } from "@/lib/server/db/migrate";
import { deleteProcessState } from "@/lib/server/process-state";
import { systemPrincipal } from "@/lib/server/principal";
import { captureBaseline } from "@/lib/services/captures/capture-baseline";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { registerSources } from "@/lib/services/sources/register-sources";
import { startScratchPostgres } from "@/scripts/suites/scratch-postgres";
import { writeFleetHistory } from "@/tests/support/histories/fleet-history";
import { resetServerClock, setServerClock } from "@/tests/support/server/server-clock";
import { startPrometheus } from "@/tests/support/sources/prometheus";
import {
  leaveServerEnvironment,
  useServerEnvironment as setServerEnvironment,
} from "@/tests/support/server/server-environment";

export interface BaselinesFixture {
  /** Captures the window and returns the id of the baseline. Throws if the capture fails. */
  readonly capture: (name: string, from: string, to: string) => Promise<string>;
  /** Compares two sides, such as `baseline:<id>`. Throws if there is no result. */
  readonly compare: (before: string, after: string) => Promise<ComparisonEntry>;
  /** Requests a comparison as its page does, which may respond that the windows are still read. */
  readonly requestComparison: (before: string, after: string) => Promise<ComparisonEntry>;
  readonly list: () => Promise<readonly BaselineEntry[]>;
  /** Adds copies of the baseline, with its document. */
  readonly copy: (id: string, count: number) => Promise<void>;
  /** Removes what the server remembers of its source. */
  readonly forget: () => void;
  readonly stop: () => Promise<void>;
}

/** Slug of the deployment, in which the demo runs the most instances. */
export const benchedDeployment = "chat-70b";
const nowMs = Date.UTC(2026, 9, 1, 12, 7);
const hourMs = 3_600_000;
const headers = { host: "localhost:3000", "content-type": "application/json" };
const remembered = [
  "series-reader",
  "spacing-reader",
  "hourly-chunks",
  "hourly-in-flight",
  "history-loads",
  "signal-spreads",
  "signal-spreads-in-flight",
  "baseline-documents",
  "compared-sides",
];

export async function openBaselinesFixture(): Promise<BaselinesFixture> {
  // Response validation, which is on in tests, would be measured too.
  Object.assign(process.env, { NODE_ENV: "production" });
  const prometheus = await startPrometheus((dataFolder) =>
    writeFleetHistory(dataFolder, {
      deployments: [benchedDeployment],
      fromMs: nowMs - 72 * hourMs,
      toMs: nowMs + hourMs,
      spacingMs: 15_000,
      scenarioStartMs: null,
    }),
  );
  const postgres = await startScratchPostgres("bench");
  const database = await createDatabase(postgres.url, "baselines");
  await applyMigrations({ connectionString: database });
  setServerClock(nowMs);
  setServerEnvironment({ DATABASE_URL: database, PROMETHEUS_URL: prometheus.url });
  await registerSources();
  await discoverDeployments();
  return {
    capture,
    compare,
    requestComparison,
    list,
    copy,
    forget: () => remembered.forEach(deleteProcessState),
    stop: async () => {
      await leaveServerEnvironment();
      resetServerClock();
      await prometheus.stop();
      await postgres.remove();
    },
  };
}

const anywhere = { params: Promise.resolve({}) };
const requestOf = (path: string, init: RequestInit = {}): Request =>
  new Request(`http://localhost:3000/api/v1/${path}`, { headers, ...init });

async function capture(name: string, from: string, to: string): Promise<string> {
  const response = await CAPTURE(
    requestOf("baselines", {
      method: "POST",
      headers: { ...headers, "idempotency-key": crypto.randomUUID() },
      body: JSON.stringify({
        deployment: benchedDeployment,
        from,
        to,
        // Names are unique, and a benchmark captures several times.
        name: `${name} ${crypto.randomUUID()}`,
        load: {},
        expiresAtMs: null,
      }),
    }),
    anywhere,
  );
  const { baseline } = (await read(response)) as { readonly baseline: BaselineEntry };
  await captureBaseline(systemPrincipal, baseline.id);
  const { state, message } = await getDatabase().baseline.findUniqueOrThrow({ where: { id: baseline.id } });
  if (state !== "ready") throw new Error(`the capture is ${state}: ${message ?? ""}`);
  return baseline.id;
}

async function requestComparison(before: string, after: string, windows = "known"): Promise<ComparisonEntry> {
  const query = new URLSearchParams({ before, after, margins: "known", windows });
  return (await read(await COMPARE(requestOf(`comparisons?${query}`), anywhere))) as ComparisonEntry;
}

async function compare(before: string, after: string): Promise<ComparisonEntry> {
  const body = await requestComparison(before, after, "complete");
  if (body.isMarginPending) throw new Error("the history of a margin is read");
  if (body.result === null) throw new Error(`there is no result: ${body.sentence}`);
  return body;
}

async function list(): Promise<readonly BaselineEntry[]> {
  return ((await read(await LIST(requestOf("baselines"), anywhere))) as ResponseOf<typeof baselinesContract>)
    .baselines;
}

async function copy(id: string, count: number): Promise<void> {
  const columns =
    "deployment_id, state, progress, request, document, content_hash, summary, author, created_at";
  await getDatabase().$executeRawUnsafe(
    `INSERT INTO baselines (id, name, ${columns})
     SELECT gen_random_uuid(), name || ' ' || number, ${columns} FROM baselines, generate_series(1, $2) number
     WHERE id = $1::uuid`,
    id,
    count,
  );
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new Error(`the endpoint answers ${response.status}: ${text.slice(0, 400)}`);
  return JSON.parse(text);
}

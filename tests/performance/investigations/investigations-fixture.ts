/** Fixture of the benchmarks of investigations: a real PostgreSQL, and the product's endpoints in this process. */
import { GET as LIST, POST as OPEN } from "@/app/api/v1/investigations/route";
import { GET as READ } from "@/app/api/v1/investigations/[number]/route";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { createDatabase } from "@/lib/server/db/database-name";
import { getDatabase } from "@/lib/server/db/client";
import { applyMigrations } from "@/lib/server/db/migrate";
import { startScratchPostgres } from "@/scripts/suites/scratch-postgres";
import {
  leaveServerEnvironment,
  useServerEnvironment as setServerEnvironment,
} from "@/tests/support/server/server-environment";

export interface InvestigationsFixture {
  /** Opens an investigation with this many timeline entries and pieces of evidence. Returns its number. */
  readonly open: (size: InvestigationSize) => Promise<number>;
  readonly read: (number: number) => Promise<InvestigationResponse>;
  /** Adds copies of an investigation without its record. */
  readonly copy: (number: number, count: number) => Promise<void>;
  /** Returns the number of bytes of the list with these filters. */
  readonly list: (query: Readonly<Record<string, string>>) => Promise<number>;
  readonly stop: () => Promise<void>;
}

export interface InvestigationSize {
  readonly entryCount: number;
  readonly evidenceCount: number;
}

const headers = { host: "localhost:3000", "content-type": "application/json" };

export async function openInvestigationsFixture(): Promise<InvestigationsFixture> {
  // Response validation, which is on in tests, would be measured too.
  Object.assign(process.env, { NODE_ENV: "production" });
  const postgres = await startScratchPostgres("bench");
  const database = await createDatabase(postgres.url, "investigations");
  await applyMigrations({ connectionString: database });
  setServerEnvironment({ DATABASE_URL: database, PROMETHEUS_URL: "http://127.0.0.1:9" });
  return {
    open,
    read,
    copy,
    list,
    stop: async () => {
      await leaveServerEnvironment();
      await postgres.remove();
    },
  };
}

const requestOf = (path: string, init: RequestInit = {}): Request =>
  new Request(`http://localhost:3000/api/v1/investigations${path}`, { headers, ...init });

async function open({ entryCount, evidenceCount }: InvestigationSize): Promise<number> {
  const request = requestOf("", {
    method: "POST",
    headers: { ...headers, "idempotency-key": crypto.randomUUID() },
    body: JSON.stringify({ title: "Slow first tokens" }),
  });
  const response = await OPEN(request, { params: Promise.resolve({}) });
  const { investigation } = (await readJson(response)) as Pick<InvestigationResponse, "investigation">;
  await addEvidence(investigation.id, evidenceCount);
  await addEntries(investigation.id, entryCount);
  return investigation.number;
}

/** Adds stored answers of a panel, as a team keeps them. */
async function addEvidence(investigationId: string, count: number): Promise<void> {
  const question = {
    endpoint: "signals",
    panel: "ttft",
    v: 1,
    signals: ["ttft"],
    statistics: ["p50", "p95"],
    extras: ["distribution"],
    scope: { deployment: "chat-70b" },
    window: { startMs: 1_790_000_000_000, endMs: 1_790_000_900_000 },
  };
  await getDatabase().$executeRawUnsafe(
    `WITH added AS (
       INSERT INTO evidence_items (id, investigation_id, number, kind, title, text, author, created_at)
       SELECT gen_random_uuid(), $1::uuid, number, 'signals', 'TTFT of chat-70b', 'A remark of a sentence or two.', 'demo', now()
       FROM generate_series(1, $2) number RETURNING id
     ), steps AS (
       INSERT INTO step_evidence (evidence_id, round, step) SELECT id, 1, 'collect-data' FROM added
     )
     INSERT INTO evidence_answers (evidence_id, question, reader, state, start_at, end_at, data, byte_count, content_hash,
       format_version, product_version, requested_at, read_at)
     SELECT id, $3::jsonb, '{}', 'ready', now() - interval '15 min', now(), repeat('x', 40000), 40000,
       encode(sha256('x'), 'hex'), 1, '1.0.0', now(), now() FROM added`,
    investigationId,
    count,
    JSON.stringify(question),
  );
}

async function addEntries(investigationId: string, count: number): Promise<void> {
  await getDatabase().$executeRawUnsafe(
    `INSERT INTO timeline_entries (id, investigation_id, kind, at, payload, author)
     SELECT gen_random_uuid(), $1::uuid, 'comment', now() + number * interval '1 second',
       jsonb_build_object('kind', 'comment', 'text', 'Comment ' || number || ' on the present measurements.', 'mentions', '[]'::jsonb), 'demo'
     FROM generate_series(1, $2) number`,
    investigationId,
    count,
  );
}

async function read(number: number): Promise<InvestigationResponse> {
  const response = await READ(requestOf(`/${number}`), {
    params: Promise.resolve({ number: String(number) }),
  });
  return (await readJson(response)) as InvestigationResponse;
}

async function copy(number: number, count: number): Promise<void> {
  const columns = "state, step, round, visibility, opening, author, version, created_at";
  await getDatabase().$executeRawUnsafe(
    `INSERT INTO investigations (id, title, severity, tags, updated_at, ${columns})
     SELECT gen_random_uuid(), title || ' of service ' || copy, 1 + copy % 4, ARRAY['team-' || copy % 50], updated_at + copy * interval '1 second', ${columns}
     FROM investigations, generate_series(1, $2) copy WHERE number = $1`,
    number,
    count,
  );
}

async function list(query: Readonly<Record<string, string>>): Promise<number> {
  const response = await LIST(requestOf(`?${new URLSearchParams(query).toString()}`), {
    params: Promise.resolve({}),
  });
  if (!response.ok) throw new Error(`the endpoint answers ${response.status}`);
  return (await response.text()).length;
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new Error(`the endpoint answers ${response.status}: ${text.slice(0, 400)}`);
  return JSON.parse(text);
}

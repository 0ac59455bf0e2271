/**
 * PostgreSQL restarts, loses a process and drops its connections while people write: no acknowledged write is lost or stored
 * twice, and writes succeed again within 5 s.
 */
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { propertyCaseCounts, readConfiguredCases } from "@/scripts/suites/property-cases";
import { startScratchPostgres, type ScratchPostgres } from "@/scripts/suites/scratch-postgres";
import { applyMigrations } from "@/lib/server/db/migrate";
import { getDatabase } from "@/lib/server/db/client";
import { readRows } from "@/lib/server/db/read-rows";
import { deleteProcessState } from "@/lib/server/process-state";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { addSignedInPerson, type SignedInPerson } from "../people/people-fixture";
import { openInvestigation, send } from "./investigation-fixture";

const restartCount = 10;
const writerCount = 10;
const maxRecoveryMs = 5_000;
const writeCount = readConfiguredCases(propertyCaseCounts.test) >= propertyCaseCounts.deep ? 1_000 : 100;

let postgres: ScratchPostgres;
let caller: SignedInPerson;

beforeAll(async () => {
  postgres = await startScratchPostgres("test-acknowledged-writes", { isDurable: true });
  await applyMigrations({ connectionString: postgres.url });
  useServerEnvironment({ DATABASE_URL: postgres.url });
  caller = await addSignedInPerson("editor");
  deleteProcessState(personExistsStateName);
});
afterAll(async () => {
  await leaveServerEnvironment();
  await postgres.remove();
});

/** Texts whose comments were acknowledged, with a promise for each number of them. */
class Acknowledged {
  readonly texts = new Set<string>();
  private readonly waiting = new Map<number, () => void>();

  add(text: string): void {
    this.texts.add(text);
    this.waiting.get(this.texts.size)?.();
  }

  reached(count: number): Promise<void> {
    if (this.texts.size >= count) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.waiting.set(count, resolve);
    return promise;
  }
}

async function dropConnections(): Promise<void> {
  await readRows(
    (each) =>
      each.$queryRaw`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
}

/** Kills the process of a connection, after which PostgreSQL ends all others. Returns when it accepts connections again. */
async function killProcess(): Promise<void> {
  const [found] = await readRows(
    (each) =>
      each.$queryRaw<{ readonly pid: number }[]>`
      select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() order by backend_start limit 1`,
  );
  if (found === undefined) throw new Error("the server has no connection");
  const before = await readStart();
  process.kill(found.pid, "SIGKILL");
  await expect
    .poll(
      async () => {
        const start = await readStart();
        return start !== null && start !== before;
      },
      { timeout: 60_000, interval: 50 },
    )
    .toBe(true);
}

/** Returns the time of the last recovery of PostgreSQL; null while it accepts no connections. */
async function readStart(): Promise<string | null> {
  const client = new pg.Client({ connectionString: postgres.url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(
      "select min(backend_start)::text as at from pg_stat_activity where backend_type = 'checkpointer'",
    );
    return String(rows[0].at);
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

test(
  "comments during ten restarts, killed processes and dropped connections are stored once each, and writes recover in 5 s",
  async () => {
    const params = await openInvestigation(caller);
    const acknowledged = new Acknowledged();
    const refusals = new Set<number>();
    let restarting = Promise.resolve();
    const comment = async (text: string): Promise<void> => {
      for (;;) {
        const { status } = await send("add-comment", {
          caller,
          params,
          body: { text },
          key: `key-of-${text}`,
        });
        if (status === 201) {
          acknowledged.add(text);
          return;
        }
        refusals.add(status);
        if (status !== 503 && status !== 504) throw new Error(`a comment was refused with ${status}`);
        await restarting;
      }
    };
    const write = async (writer: number): Promise<void> => {
      for (let index = writer; index < writeCount; index += writerCount) await comment(`comment-${index}`);
    };
    const recoveriesMs: number[] = [];
    const recover = async (fault: Promise<void>): Promise<void> => {
      await fault;
      const sinceMs = performance.now();
      await acknowledged.reached(Math.min(acknowledged.texts.size + 1, writeCount));
      recoveriesMs.push(performance.now() - sinceMs);
    };
    const interrupt = async (): Promise<void> => {
      const every = writeCount / restartCount;
      for (let restart = 0; restart < restartCount; restart += 1) {
        await acknowledged.reached(restart * every + every / 2);
        restarting = postgres.stop().then(postgres.start);
        await recover(restarting);
        await recover(killProcess());
        await recover(dropConnections());
      }
    };
    await Promise.all([interrupt(), ...Array.from({ length: writerCount }, (_, writer) => write(writer))]);
    const stored = await readRows((each) =>
      each.timelineEntry.findMany({
        where: { kind: "comment", investigation: { number: Number(params.number) } },
        select: { payload: true },
      }),
    );
    const texts = stored.map(({ payload }) => (payload as { readonly text: string }).text);
    expect(acknowledged.texts.size).toBe(writeCount);
    expect(texts.toSorted()).toEqual([...acknowledged.texts].toSorted());
    expect(recoveriesMs).toHaveLength(3 * restartCount);
    expect(Math.max(...recoveriesMs)).toBeLessThan(maxRecoveryMs);
    // Without a refusal, no restart would have met a write.
    expect([...refusals]).toContain(503);
    expect(await getDatabase().auditEntry.count({ where: { action: "add-comment" } })).toBe(writeCount);
  },
  writeCount * 2_000,
);

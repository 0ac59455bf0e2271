/** PostgreSQL restarts and drops its connections while people write: no acknowledged write is lost or stored twice. */
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
const writeCount = readConfiguredCases(propertyCaseCounts.test) >= propertyCaseCounts.deep ? 1_000 : 100;

let postgres: ScratchPostgres;
let caller: SignedInPerson;

beforeAll(async () => {
  postgres = await startScratchPostgres("test-acknowledged-writes");
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

test(
  "comments during ten restarts and as many dropped connections are stored once each",
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
        await restarting;
      }
    };
    const write = async (writer: number): Promise<void> => {
      for (let index = writer; index < writeCount; index += writerCount) await comment(`comment-${index}`);
    };
    const interrupt = async (): Promise<void> => {
      const every = writeCount / restartCount;
      for (let restart = 0; restart < restartCount; restart += 1) {
        await acknowledged.reached(restart * every + every / 2);
        restarting = postgres.stop().then(postgres.start);
        await restarting;
        await dropConnections();
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
    // Without a refusal, no restart would have met a write.
    expect([...refusals]).toContain(503);
    expect([...refusals].filter((status) => status !== 503 && status !== 504)).toEqual([]);
    expect(await getDatabase().auditEntry.count({ where: { action: "add-comment" } })).toBe(writeCount);
  },
  writeCount * 2_000,
);

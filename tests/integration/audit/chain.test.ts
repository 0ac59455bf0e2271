/** The audit trail refuses changes, and its chain shows those that a superuser makes. */
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { getDatabase } from "@/lib/server/db/client";
import { hasUnsealedAuditEntries, sealAuditEntries } from "@/lib/services/audit/seal-entries";
import { verifyAuditChain } from "@/lib/services/audit/verify-chain";
import { registerSources } from "@/lib/services/sources/register-sources";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { readTrail } from "./trail";

let own: TestDatabase;
let client: pg.Client;

/** Changes the title of a source: one entry each. */
async function addEntries(...titles: readonly string[]): Promise<void> {
  for (const title of titles) await getDatabase().source.updateMany({ data: { title } });
}

beforeEach(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
  client = new pg.Client({ connectionString: own.url });
  await client.connect();
  await registerSources();
  await addEntries("a", "b", "c", "d");
  while ((await sealAuditEntries()) > 0);
});

afterEach(async () => {
  await client.end();
  await leaveServerEnvironment();
  await own.drop();
});

const faults = async () => (await verifyAuditChain(getDatabase())).faults;

test("sealing numbers all entries without gaps, also when two processes seal at the same time", async () => {
  const sealed = await readTrail();
  await addEntries(...Array.from({ length: 40 }, (_, index) => `title ${index}`));
  expect(await hasUnsealedAuditEntries()).toBe(true);
  expect((await verifyAuditChain(getDatabase())).unsealedCount).toBe(40);
  const counts = await Promise.all([sealAuditEntries(), sealAuditEntries(), sealAuditEntries()]);
  expect(counts.reduce((sum, count) => sum + count)).toBe(40);
  expect(await hasUnsealedAuditEntries()).toBe(false);
  expect((await readTrail()).map(({ sequence }) => Number(sequence))).toEqual(
    Array.from({ length: sealed.length + 40 }, (_, index) => index + 1),
  );
  expect(await faults()).toEqual([]);
});

test("an entry of a transaction that ends late is sealed after those before it", async () => {
  await client.query("begin");
  await client.query("update sources set title = 'late'");
  await getDatabase().notice.create({
    data: {
      kind: "config-file",
      at: new Date(0),
      title: "",
      detail: "",
      deduplicationKey: "x",
      dismissedBy: null,
    },
  });
  const other = new pg.Client({ connectionString: own.url });
  await other.connect();
  await other.query("update notices set title = 'early'");
  await other.end();
  expect(await sealAuditEntries()).toBe(1);
  await client.query("commit");
  expect(await sealAuditEntries()).toBe(1);
  const [late, early] = (await readTrail()).slice(-2);
  expect([late?.after, early?.after]).toMatchObject([{ title: "late" }, { title: "early" }]);
  expect(Number(late?.sequence)).toBe(Number(early?.sequence) + 1);
  expect(await faults()).toEqual([]);
});

describe("the database refuses", () => {
  test.each([
    "update audit_entries set action = 'other'",
    "update audit_entries set payload = '{}'",
    "update audit_entries set payload_hash = ''",
    "update audit_entries set sequence = null, chain_hash = null",
    "update audit_entries set sequence = sequence + 100",
    "update audit_entries set actor_id = 'other', payload = null, erased_at = now()",
    "delete from audit_entries",
    "truncate audit_entries",
    `insert into audit_entries
       (actor_kind, actor_id, action, object_table, object_id, operation, payload, payload_hash, sequence, chain_hash)
     values ('system', '', '', '', '', 'created', '', '', 1000, '')`,
  ])("%s", async (statement) => {
    await expect(client.query(statement)).rejects.toMatchObject({ code: "42501" });
    expect(await faults()).toEqual([]);
  });
});

test("an erased payload is removed, recorded, and leaves the chain intact", async () => {
  const target = (await readTrail()).at(-2);
  await client.query("update audit_entries set payload = null, erased_at = now() where id = $1", [
    target?.id,
  ]);
  await sealAuditEntries();
  expect((await readTrail()).at(-3)).toMatchObject({ id: target?.id, before: null, after: null });
  expect((await readTrail()).at(-1)).toMatchObject({
    actorKind: "database",
    action: "erase-audit-payload",
    objectId: String(target?.id),
  });
  expect(await verifyAuditChain(getDatabase())).toMatchObject({
    erasedCount: 1,
    unsealedCount: 0,
    faults: [],
  });
});

test("equal payloads have different hashes, so that an erased one cannot be guessed", async () => {
  await addEntries("same", "other", "same", "other", "same");
  const { rows } = await client.query<{ count: string }>(
    "select count(distinct payload_hash) from audit_entries where payload::jsonb #>> '{after,title}' = 'same'",
  );
  expect(Number(rows[0]?.count)).toBe(3);
});

describe("verification finds what a superuser changed", () => {
  const tamper = async (statement: string) => {
    await client.query(`set session_replication_role = replica; ${statement}`);
    return faults();
  };

  test.each([
    ["at", "at + interval '1 millisecond'"],
    ["actor_kind", "'database'"],
    ["actor_id", "'other'"],
    ["action", "'other'"],
    ["object_table", "'other'"],
    ["object_id", "'other'"],
    ["operation", "'deleted'"],
    ["chain_hash", "repeat('f', 64)"],
  ])("in the column %s", async (column, value) => {
    expect(await tamper(`update audit_entries set ${column} = ${value} where sequence = 2`)).toContain(
      "Entry 2 does not match its hash. This entry or the previous one was changed.",
    );
  });

  test("in a payload, and in a payload with its hash", async () => {
    const { rows } = await client.query<{ id: string }>("select id from audit_entries where sequence = 2");
    expect(await tamper("update audit_entries set payload = '{}' where sequence = 2")).toEqual([
      `The payload of the entry with the id ${rows[0]?.id} does not match its hash, so the payload was changed.`,
    ]);
    const hash = "encode(sha256(convert_to('{}', 'UTF8')), 'hex')";
    expect(await tamper(`update audit_entries set payload_hash = ${hash} where sequence = 2`)).toEqual([
      "Entry 2 does not match its hash. This entry or the previous one was changed.",
    ]);
  });

  test("when an entry was removed from the middle", async () => {
    expect(await tamper("delete from audit_entries where sequence = 2")).toEqual([
      "Entries are missing before entry 3: expected number 2.",
    ]);
  });

  test("when two entries were exchanged", async () => {
    const exchange =
      "update audit_entries set sequence = case sequence when 2 then -3 else -2 end where sequence in (2, 3)";
    const restore = "update audit_entries set sequence = -sequence where sequence < 0";
    expect((await tamper(`${exchange}; ${restore}`)).length).toBeGreaterThan(0);
  });

  test("when the newest entries were removed, if an earlier end is known", async () => {
    const { head } = await verifyAuditChain(getDatabase());
    await addEntries("e", "f");
    await sealAuditEntries();
    expect(await verifyAuditChain(getDatabase(), head)).toMatchObject({ faults: [] });
    const remove = `delete from audit_entries where sequence >= ${head.sequence}`;
    expect(await tamper(remove)).toEqual([]);
    expect((await verifyAuditChain(getDatabase(), head)).faults).toEqual([
      `The chain does not contain the expected entry ${head.sequence}.`,
    ]);
  });
});

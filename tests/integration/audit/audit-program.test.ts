/** The job that seals the audit trail, and `npm run audit:verify` as a separate process. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sealAuditTrailJob } from "@/lib/jobs/seal-audit-trail";
import { startJobRunner } from "@/lib/jobs/job-runner";
import { registerSources } from "@/lib/services/sources/register-sources";
import { root } from "@/tests/architecture/source-files";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import {
  leaveServerEnvironment,
  unreachableUrl,
  useServerEnvironment,
} from "@/tests/support/server/server-environment";
import { readTrail } from "./trail";

let own: TestDatabase;
/** Data folder without a bundled database. */
const noData = mkdtempSync(path.join(tmpdir(), "ridgepoint-audit-"));

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
  await registerSources();
});

afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
  rmSync(noData, { recursive: true });
});

interface Ended {
  readonly code: number | null;
  readonly text: string;
}

/** Runs the program with the given database. */
function verify(databaseUrl: string, ...args: readonly string[]): Promise<Ended> {
  const loader = pathToFileURL(createRequire(path.join(root, "package.json")).resolve("tsx")).href;
  const program = path.join(root, "scripts/audit-verify.ts");
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", loader, program, ...args], {
      cwd: root,
      env: {
        PATH: process.env["PATH"] ?? "",
        NODE_ENV: "test",
        DATABASE_URL: databaseUrl,
        RIDGEPOINT_DATA: noData,
      },
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, text }));
  });
}

test("the job seals new entries, and the program confirms the trail and finds a change", async () => {
  const count = (await readTrail()).length;
  expect(count).toBeGreaterThan(0);
  expect(await verify(own.url)).toMatchObject({
    code: 0,
    text: expect.stringContaining(`0 sealed entries, ${count} not sealed yet`),
  });
  const runner = startJobRunner(own.url, [], [sealAuditTrailJob]);
  try {
    await expect.poll(async () => (await readTrail()).every(({ sequence }) => sequence !== null)).toBe(true);
  } finally {
    await runner.stop();
  }
  const { code, text } = await verify(own.url);
  expect({ code, text }).toMatchObject({
    code: 0,
    text: expect.stringContaining("the audit trail is unchanged"),
  });
  const end = /^end of the chain: (.+)$/m.exec(text)?.[1] ?? "";
  expect(await verify(own.url, "--expect", end)).toMatchObject({ code: 0 });
  expect(await verify(own.url, "--expect", end.replace(/^\d+/, "999"))).toMatchObject({ code: 1 });
  const client = new pg.Client({ connectionString: own.url });
  await client.connect();
  await client.query("set session_replication_role = replica; update audit_entries set actor_id = 'other'");
  await client.end();
  expect(await verify(own.url)).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^Entry 1 does not match its hash.*\n.*the audit trail was changed$/ms),
  });
});

test.each([
  ["without a database", ["", []], 64, "DATABASE_URL is not set"],
  ["with an unknown option", ["x", ["--other"]], 64, "fix: npm run audit:verify"],
  ["with a malformed end", ["x", ["--expect", "7"]], 64, "--expect is malformed"],
  ["while the database is down", [unreachableUrl.replace("http", "postgresql"), []], 70, "does not respond"],
] as const)("the program ends %s with one line and the fix", async (_name, [url, args], code, message) => {
  const ended = await verify(url, ...args);
  expect(ended).toMatchObject({ code, text: expect.stringContaining(message) });
  expect(ended.text.trim().split("\n")).toHaveLength(1);
  expect(ended.text).toContain("fix: ");
});

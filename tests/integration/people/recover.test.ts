/** `npm run admin:recover` as a separate process. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { POST as setPassword } from "@/app/api/v1/password/route";
import { findBundledDatabaseUrl } from "@/demo/stack/postgres/bundled-database";
import { getDatabase } from "@/lib/server/db/client";
import { root } from "@/tests/architecture/source-files";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { addSignedInPerson, host } from "./people-fixture";

let own: TestDatabase;
const dataFolder = mkdtempSync(path.join(tmpdir(), "ridgepoint-recover-"));

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
});

afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
  rmSync(dataFolder, { recursive: true });
});

/** Runs the program. `RIDGEPOINT_DATA` is empty, unless a test stores a bundled database there. */
function recover(databaseUrl: string, ...args: readonly string[]) {
  const loader = pathToFileURL(createRequire(path.join(root, "package.json")).resolve("tsx")).href;
  const program = path.join(root, "scripts/admin-recover.ts");
  return new Promise<{ readonly code: number | null; readonly text: string }>((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", loader, program, ...args], {
      cwd: root,
      env: {
        PATH: process.env["PATH"] ?? "",
        NODE_ENV: "test",
        DATABASE_URL: databaseUrl,
        RIDGEPOINT_DATA: dataFolder,
      },
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, text }));
  });
}

test("the program prints a link that sets a new password of an admin once, and records it", async () => {
  const admin = await addSignedInPerson("admin");
  const { email } = await getDatabase().person.findUniqueOrThrow({ where: { id: admin.id } });
  const { code, text } = await recover(own.url, email ?? "");
  expect(code).toBe(0);
  const token = /^To set a new password, open http:\/\/localhost:3000\/set-password#(\w{64})$/m.exec(
    text,
  )?.[1];
  const use = () =>
    setPassword(
      new Request(`http://${host}/api/v1/password`, {
        method: "POST",
        headers: { host, origin: `http://${host}`, "content-type": "application/json" },
        body: JSON.stringify({ token, password: "a recovered password" }),
      }),
      { params: Promise.resolve({}) },
    );
  const done = await use();
  expect(await done.json()).toMatchObject({ person: { id: admin.id, role: "admin" } });
  expect((await use()).status).toBe(403);
  const entry = await getDatabase().auditEntry.findFirstOrThrow({ where: { action: "recover-admin" } });
  expect(entry).toMatchObject({ actorKind: "system", objectTable: "invitations" });
});

test.each<readonly [string, readonly [string | null, readonly string[]], number, string]>([
  [
    "for an editor",
    [null, ["editor-2@example.com"]],
    1,
    "no admin has the e-mail address editor-2@example.com",
  ],
  ["without an address", [null, []], 64, "one e-mail address is needed. fix: npm run admin:recover"],
  ["without a database", ["", ["a@example.com"]], 64, "DATABASE_URL is not set, and npm start does not run"],
  [
    "while the database is down",
    ["postgresql://nobody@127.0.0.1:9/none", ["a@example.com"]],
    70,
    "the database does not respond or is not migrated. fix: npm run doctor",
  ],
])("the program ends %s with one line", async (_name, [databaseUrl, args], code, line) => {
  await addSignedInPerson("editor");
  const ended = await recover(databaseUrl ?? own.url, ...args);
  expect(ended).toMatchObject({ code, text: expect.stringContaining(line) });
  expect(ended.text.trim().split("\n")).toHaveLength(1);
});

test("without DATABASE_URL, the program uses the bundled database of npm start", async () => {
  const folder = path.join(dataFolder, "start/postgres");
  mkdirSync(path.join(folder, "data"), { recursive: true });
  writeFileSync(path.join(folder, "password"), "secret-of-this-test");
  // Nothing listens on this port, so that the program reports the database and not the missing variable.
  writeFileSync(path.join(folder, "data/postmaster.pid"), "4711\n/data\n1795000000\n9\n\n127.0.0.1\n");
  vi.stubEnv("RIDGEPOINT_DATA", dataFolder);
  expect(findBundledDatabaseUrl()).toBe("postgresql://ridgepoint:secret-of-this-test@127.0.0.1:9/ridgepoint");
  vi.unstubAllEnvs();
  expect(await recover("", "ada@example.com")).toMatchObject({
    code: 70,
    text: expect.stringContaining("the database does not respond"),
  });
});

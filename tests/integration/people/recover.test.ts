/** `npm run admin:recover` as a separate process. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { POST as setPassword } from "@/app/api/v1/password/route";
import { getDatabase } from "@/lib/server/db/client";
import { root } from "@/tests/architecture/source-files";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { addSignedInPerson, host } from "./people-fixture";

let own: TestDatabase;

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
});

afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

/** Runs the program. */
function recover(databaseUrl: string, ...args: readonly string[]) {
  const loader = pathToFileURL(createRequire(path.join(root, "package.json")).resolve("tsx")).href;
  const program = path.join(root, "scripts/admin-recover.ts");
  return new Promise<{ readonly code: number | null; readonly text: string }>((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", loader, program, ...args], {
      cwd: root,
      env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "test", DATABASE_URL: databaseUrl },
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
  ["without a database", ["", ["a@example.com"]], 64, "DATABASE_URL is not set. fix: "],
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

/** When one-time links end: with the rights of the admin who created them, and with a new password. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getDatabase } from "@/lib/server/db/client";
import { identifyCaller } from "@/lib/server/principal";
import { deleteProcessState } from "@/lib/server/process-state";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import { hashToken } from "@/lib/server/sessions/session-cookie";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { contractById, loadHandler } from "../endpoints";
import { addSignedInPerson, host, type SignedInPerson } from "../people-fixture";

let own: TestDatabase;
let admin: SignedInPerson;

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
  admin = await addSignedInPerson("admin");
  deleteProcessState(personExistsStateName);
});
afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

interface Sending {
  readonly params?: object;
  readonly body?: object;
  readonly cookie?: string;
}

async function send(id: string, { params = {}, body = {}, cookie }: Sending): Promise<Response> {
  const contract = contractById(id);
  const handler = await loadHandler(contract);
  const request = new Request(`http://${host}${contract.path}`, {
    method: contract.method,
    headers: {
      host,
      origin: `http://${host}`,
      "content-type": "application/json",
      "idempotency-key": randomBytes(16).toString("hex"),
      "if-match": '"1"',
      ...(cookie === undefined ? {} : { cookie }),
    },
    body: JSON.stringify(body),
  });
  return handler(request, { params: Promise.resolve(params) });
}

const password = "correct horse battery";
const link = (body: object, token: string, by: SignedInPerson) =>
  send("create-invitation", { body: { ...body, tokenHash: hashToken(token) }, cookie: by.cookie });

test.each(["removed", "demoted"] as const)(
  "the links of a %s admin add no person and set no password",
  async (end) => {
    const former = await addSignedInPerson("admin");
    const invitation = { purpose: "invite", role: "admin" };
    expect((await link(invitation, `join ${end}`, former)).status).toBe(200);
    const reset = { purpose: "reset", personId: admin.id };
    expect((await link(reset, `reset ${end}`, former)).status).toBe(200);
    expect((await link(invitation, `join ${end}, of the other`, admin)).status).toBe(200);
    const params = { personId: former.id };
    const ended =
      end === "removed"
        ? await send("remove-person", { params, cookie: admin.cookie })
        : await send("edit-person", { params, body: { role: "viewer" }, cookie: admin.cookie });
    expect(ended.status).toBe(200);
    const person = { name: `Eve ${end}`, email: `eve-${end}@example.com`, password };
    expect((await send("set-up", { body: { token: `join ${end}`, ...person } })).status).toBe(403);
    expect((await send("set-password", { body: { token: `reset ${end}`, password } })).status).toBe(403);
    expect((await send("set-up", { body: { token: `join ${end}, of the other`, ...person } })).status).toBe(
      200,
    );
  },
);

test("an admin whom another process demoted creates no link with the remembered session", async () => {
  const former = await addSignedInPerson("admin");
  const { role } = await identifyCaller({ headers: new Headers({ host, cookie: former.cookie }) });
  expect(role).toBe("admin");
  await getDatabase().person.update({ where: { id: former.id }, data: { role: "viewer" } });
  expect((await link({ purpose: "invite", role: "admin" }, "late", former)).status).toBe(403);
  expect(await getDatabase().invitation.count({ where: { tokenHash: hashToken("late") } })).toBe(0);
});

test("a new password ends the other links that would set one", async () => {
  const person = await addSignedInPerson("viewer");
  const reset = { purpose: "reset", personId: person.id };
  for (const token of ["first", "second"]) expect((await link(reset, token, admin)).status).toBe(200);
  expect((await send("set-password", { body: { token: "second", password } })).status).toBe(200);
  expect((await send("set-password", { body: { token: "first", password } })).status).toBe(403);
});

test("a password that its person changes ends the links that would set one", async () => {
  const person = await addSignedInPerson("viewer");
  const reset = { purpose: "reset", personId: person.id };
  expect((await link(reset, "to sign in", admin)).status).toBe(200);
  const signedIn = await send("set-password", { body: { token: "to sign in", password } });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  expect((await link(reset, "lost", admin)).status).toBe(200);
  const change = { currentPassword: password, newPassword: "another long password" };
  expect((await send("change-password", { body: change, cookie })).status).toBe(200);
  expect((await send("set-password", { body: { token: "lost", password } })).status).toBe(403);
});

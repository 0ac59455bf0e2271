/** A person lists and ends only their sessions. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as getSession } from "@/app/api/v1/session/route";
import { DELETE } from "@/app/api/v1/sessions/[sessionId]/route";
import { GET } from "@/app/api/v1/sessions/route";
import { getDatabase } from "@/lib/server/db/client";
import { hashToken } from "@/lib/server/sessions/session-cookie";
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

function send(endpoint: typeof GET, method: string, cookie: string, sessionId?: string): Promise<Response> {
  const request = new Request(`http://${host}/api/v1/sessions`, {
    method,
    headers: { host, origin: `http://${host}`, "content-type": "application/json", cookie },
    ...(method === "GET" ? {} : { body: "{}" }),
  });
  return endpoint(request, { params: Promise.resolve(sessionId === undefined ? {} : { sessionId }) });
}

test("a person lists their sessions without tokens, ends one at once, and cannot end that of another person", async () => {
  const viewer = await addSignedInPerson("viewer");
  const stranger = await addSignedInPerson("viewer");
  const token = "of-another-browser";
  const second = await getDatabase().session.create({
    data: {
      personId: viewer.id,
      tokenHash: hashToken(token),
      program: "Other browser",
      expiresAt: new Date(Date.now() + 3_600_000),
      usedAt: new Date(Date.now() - 3_600_000),
    },
  });
  const listed = await send(GET, "GET", viewer.cookie);
  const text = await listed.text();
  expect(JSON.parse(text)).toMatchObject({
    signInKind: "session",
    sessions: [
      { id: viewer.sessionId, isCurrent: true },
      { id: second.id, program: "Other browser", isCurrent: false },
    ],
  });
  expect(text).not.toContain(hashToken(token));
  expect((await send(DELETE, "DELETE", stranger.cookie, second.id)).status).toBe(404);
  const cookie = `ridgepoint-session-3000=${token}`;
  expect((await send(getSession, "GET", cookie)).status).toBe(200);
  expect((await send(DELETE, "DELETE", viewer.cookie, second.id)).status).toBe(200);
  expect((await send(getSession, "GET", cookie)).status).toBe(401);
  expect((await send(DELETE, "DELETE", viewer.cookie, second.id)).status).toBe(404);
});

/** Webhooks of the settings: who manages them, what is stored, which addresses are refused, and the test message. */
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { attemptLeaseMs } from "@/lib/model/investigation/webhook";
import { getDatabase } from "@/lib/server/db/client";
import {
  listDueMessageIds,
  sendWebhookMessage,
} from "@/lib/services/investigations/experiments/rollback-hook/send-webhook-message";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { send } from "../investigations/investigation-fixture";
import { addSignedInPerson, type SignedInPerson } from "../people/people-fixture";
import { isSigned, startReceiver, type Receiver } from "./receiver";

const secretKey = "k".repeat(32);
let own: TestDatabase;
let receiver: Receiver;
let admin: SignedInPerson;
let serial = 0;

function useEnvironment(more: Readonly<Record<string, string | undefined>> = {}): void {
  useServerEnvironment({
    DATABASE_URL: own.url,
    RIDGEPOINT_SECRET_KEY: secretKey,
    RIDGEPOINT_WEBHOOK_HOSTS: receiver.host,
    ...more,
  });
}

beforeAll(async () => {
  own = await createMigratedDatabase();
  receiver = await startReceiver();
});
beforeEach(async () => {
  useEnvironment();
  admin = await addSignedInPerson("admin");
  receiver.received.length = 0;
  receiver.status = 202;
});
afterAll(async () => {
  await leaveServerEnvironment();
  await receiver.close();
  await own.drop();
});

async function query(sql: string): Promise<string> {
  const client = new pg.Client({ connectionString: own.url });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return JSON.stringify(rows);
}

/** Adds a webhook. Returns it with its secret. */
async function addWebhook(more: object = {}, key?: string) {
  const body = { name: `Rollback ${(serial += 1)}`, url: receiver.url, ...more };
  const added = await send("add-webhook", { caller: admin, body, ...(key === undefined ? {} : { key }) });
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  const { webhook, secret } = added.body as {
    webhook: { id: string; name: string; version: number };
    secret: string;
  };
  return { ...webhook, secret, params: { webhookId: webhook.id }, body };
}

const sendTest = (params: { readonly webhookId: string }) => send("test-webhook", { caller: admin, params });

describe("the secret", () => {
  test("is returned once, stored encrypted, and in no audit entry", async () => {
    const key = "webhooks-once";
    const { secret, body } = await addWebhook({ name: "Once" }, key);
    expect(secret).toMatch(/^whsec_/);
    const repeated = await send("add-webhook", { caller: admin, body, key });
    expect(repeated.body).toMatchObject({ webhook: { name: "Once" }, secret: null });
    const listed = await send("webhooks", { caller: admin });
    const stored =
      (await query("select * from webhooks")) +
      (await query("select payload from audit_entries where object_table = 'webhooks'")) +
      (await query("select * from idempotency_keys"));
    expect(stored).toContain("add-webhook");
    for (const text of [JSON.stringify(listed.body), stored]) {
      expect(text).toContain("Once");
      expect(text).not.toContain(secret.slice("whsec_".length));
    }
  });

  test("signs the messages until it is replaced", async () => {
    const { params, secret } = await addWebhook();
    await sendTest(params);
    const renewed = await send("renew-webhook-secret", { caller: admin, params });
    await sendTest(params);
    const [first, second] = receiver.received;
    expect(first && second).toBeDefined();
    if (first === undefined || second === undefined) return;
    expect([isSigned(first, secret), isSigned(first, renewed.body.secret)]).toEqual([true, false]);
    expect([isSigned(second, secret), isSigned(second, renewed.body.secret)]).toEqual([false, true]);
  });

  test("needs the secret key of the server, and the same one later", async () => {
    const { params } = await addWebhook();
    useEnvironment({ RIDGEPOINT_SECRET_KEY: "o".repeat(32) });
    const tested = await sendTest(params);
    expect(tested.body.webhook.deliveries[0]).toMatchObject({
      state: "failed",
      message: expect.stringContaining("secret key has changed") as string,
    });
    useEnvironment({ RIDGEPOINT_SECRET_KEY: undefined });
    const refused = await send("add-webhook", {
      caller: admin,
      body: { name: "No key", url: receiver.url },
    });
    expect(refused.status).toBe(409);
    expect((await send("webhooks", { caller: admin })).body).toMatchObject({ hasSecretKey: false });
    expect(receiver.received).toEqual([]);
  });
});

describe("the test message", () => {
  test("is signed, and its outcome is listed with the start of the response", async () => {
    const { params, name, secret } = await addWebhook();
    const { body } = await sendTest(params);
    expect(body.webhook.deliveries).toMatchObject([
      {
        trigger: "test",
        state: "delivered",
        status: 202,
        attemptCount: 1,
        responseStart: "noted",
        message: null,
      },
    ]);
    const [message] = receiver.received;
    expect(receiver.received).toHaveLength(1);
    expect(message?.body).toMatchObject({
      type: "webhook.test",
      data: { webhook: name, firedBy: admin.name },
    });
    expect(message && isSigned(message, secret)).toBe(true);
    expect(Object.keys(message?.headers ?? {}).toSorted()).toEqual([
      "connection",
      "content-length",
      "content-type",
      "host",
      "idempotency-key",
      "user-agent",
      "webhook-id",
      "webhook-signature",
      "webhook-timestamp",
    ]);
  });

  test.each([
    [500, "The receiver responded with the status 500."],
    [302, "The receiver redirected the message with the status 302. Redirects are not followed."],
  ])("fails with the status %i", async (status, message) => {
    const { params } = await addWebhook();
    receiver.status = status;
    const { body } = await sendTest(params);
    expect(body.webhook.deliveries[0]).toMatchObject({ state: "failed", status, message });
    expect(receiver.received).toHaveLength(1);
  });

  test("fails without a response, and is not repeated", async () => {
    const { params } = await addWebhook();
    receiver.status = null;
    const { body } = await sendTest(params);
    expect(body.webhook.deliveries[0]).toMatchObject({
      state: "failed",
      status: null,
      attemptCount: 1,
      message: `${receiver.host} closed the connection.`,
    });
  });

  test.each([
    [0, "before"],
    [1, "during"],
  ])(
    "fails after %i attempts if the server ended %s the test, and is not sent later",
    async (attemptCount) => {
      const { params } = await addWebhook();
      const { webhookId } = params;
      const addTest = (ageMs: number) => {
        const createdAt = new Date(Date.now() - ageMs);
        const data = { webhookId, webhookName: "Ended", trigger: "test", reason: "Test", body: "{}" };
        const times = { createdAt, nextAttemptAt: createdAt };
        return getDatabase().webhookDelivery.create({
          data: { ...data, ...times, attemptCount, author: "system" },
        });
      };
      const [sending, ended] = [await addTest(0), await addTest(attemptLeaseMs)];
      const due = await listDueMessageIds();
      expect([due.includes(sending.id), due.includes(ended.id)]).toEqual([false, true]);
      await sendWebhookMessage(ended.id);
      expect(receiver.received).toEqual([]);
      const stored = await getDatabase().webhookDelivery.findUnique({ where: { id: ended.id } });
      expect(stored).toMatchObject({
        state: "failed",
        attemptCount,
        message:
          "Ridgepoint's server stopped during the test, so the result is not known. Send another test.",
      });
    },
  );

  test("is not sent to an address that the operator no longer allows", async () => {
    const { params } = await addWebhook();
    useEnvironment({ RIDGEPOINT_WEBHOOK_HOSTS: undefined });
    const { body } = await sendTest(params);
    expect(body.webhook.deliveries[0].message).toContain("is a private address");
    expect(receiver.received).toEqual([]);
  });
});

describe("a webhook", () => {
  test.each([
    "http://169.254.169.254/",
    "http://localhost@127.0.0.1/",
    "http://10.0.0.1/",
    "http://metadata.google.internal/",
    "ftp://example.com/",
    "http://127.0.0.1:3000/api/v1/events",
  ])("is refused with the URL %s", async (url) => {
    const refused = await send("add-webhook", { caller: admin, body: { name: "Refused", url } });
    expect(refused.body).toMatchObject({ status: 400, errors: [{ pointer: "#/url" }] });
    const { params, name, version } = await addWebhook();
    const edited = await send("edit-webhook", { caller: admin, params, version, body: { name, url } });
    expect(edited.body).toMatchObject({ status: 400, errors: [{ pointer: "#/url" }] });
  });

  test("is managed by admins who confirmed that it is them", async () => {
    const { params } = await addWebhook();
    const editor = await addSignedInPerson("editor");
    const body = { name: "Foreign", url: receiver.url };
    expect((await send("webhooks", { caller: editor })).status).toBe(403);
    expect((await send("add-webhook", { caller: editor, body })).status).toBe(403);
    expect((await send("test-webhook", { caller: editor, params })).status).toBe(403);
    await query(
      `update sessions set confirmed_at = now() - interval '1 hour' where id = '${admin.sessionId}'`,
    );
    expect((await send("add-webhook", { caller: admin, body })).body).toMatchObject({
      code: "confirmation-required",
    });
  });

  test("is edited by version, has a unique name, and is deleted", async () => {
    const { params, name, version } = await addWebhook();
    const other = await addWebhook();
    const edit = (body: object, based = version) =>
      send("edit-webhook", { caller: admin, params, version: based, body: { url: receiver.url, ...body } });
    expect((await edit({ name: other.name.toUpperCase() })).body).toMatchObject({
      errors: [{ pointer: "#/name" }],
    });
    const url = "https://deploy.example.com/rollback";
    expect((await edit({ name, url })).body).toMatchObject({ webhook: { url, version: 2 } });
    expect((await edit({ name: "Late" })).status).toBe(412);
    const remove = (based: number) => send("delete-webhook", { caller: admin, params, version: based });
    expect((await remove(1)).status).toBe(412);
    expect((await remove(2)).body).toEqual({ deletedId: params.webhookId });
    expect((await sendTest(params)).status).toBe(404);
  });
});

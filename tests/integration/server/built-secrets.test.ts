/**
 * The built server with a secret in every place that takes one. After every kind of sign-in and the endpoints that
 * create secrets, none of them is in the database, in the log, or in what browsers receive.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashToken } from "@/lib/server/sessions/session-cookie";
import { computeCode, findTimeStep } from "@/lib/services/people/second-factor/totp";
import { readDatabaseText } from "@/tests/support/server/database-text";
import {
  builtServerDatabaseUrl,
  closeBuiltServer,
  endServers,
  readImageEntry,
  openBuiltServer,
  startServer,
  waitUntilMet,
  type RunningBuiltServer,
} from "@/tests/support/server/built-server";

let server: RunningBuiltServer;
let cookie = "";
const random = (): string => randomBytes(24).toString("base64url");

/** Secrets of the configuration. The sources have no server, so that each read of theirs also fails. */
const configured = {
  PROMETHEUS_BEARER_TOKEN: random(),
  JAEGER_URL: "http://127.0.0.1:9",
  JAEGER_USERNAME: "reader",
  JAEGER_PASSWORD: random(),
  RIDGEPOINT_SECRET_KEY: random(),
  RIDGEPOINT_OIDC_ISSUER: "http://127.0.0.1:9",
  RIDGEPOINT_OIDC_CLIENT_ID: "ridgepoint",
  RIDGEPOINT_OIDC_CLIENT_SECRET: random(),
  RIDGEPOINT_LOG_LEVEL: "debug",
} as const;

/** By name: a secret that must be found nowhere. */
const secrets = new Map<string, string>([
  ["bearer token of Prometheus", configured.PROMETHEUS_BEARER_TOKEN],
  ["password of Jaeger", configured.JAEGER_PASSWORD],
  ["secret key", configured.RIDGEPOINT_SECRET_KEY],
  ["client secret of the provider", configured.RIDGEPOINT_OIDC_CLIENT_SECRET],
]);

function seed(name: string, secret = random()): string {
  expect(secret.length, name).toBeGreaterThanOrEqual(8);
  secrets.set(name, secret);
  return secret;
}

beforeAll(async () => {
  await openBuiltServer();
  const entry = readImageEntry();
  server = await startServer({ ...entry, env: { ...entry.env, ...configured } });
});
afterAll(async () => {
  endServers();
  await closeBuiltServer();
});

interface Sending {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send(path: string, body: object, { method = "POST", headers = {} }: Sending = {}) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      origin: server.url,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
      cookie,
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const [set] = response.headers.getSetCookie();
  if (set?.includes("session") === true) cookie = set.split(";")[0] ?? "";
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Sends a request that must succeed, and returns its answer. */
async function succeed(path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await send(path, body);
  expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
}

const tokenOfLink = (text: string): string => /#([\w-]+)/.exec(text)?.[1] ?? "";
/** Adds the session's token to the secrets. */
const seedSession = (name: string): string => seed(name, cookie.split("=")[1] ?? "");

/** Calls every endpoint that takes or creates a secret. */
async function sendSecrets(): Promise<void> {
  const password = seed("password");
  await waitUntilMet("the setup link", () => Promise.resolve(server.log().includes("/setup#")));
  // The link is printed on purpose, and its use makes it worthless.
  const setupToken = tokenOfLink(server.log());
  const email = "ada@example.com";
  await succeed("/api/v1/setup", { token: setupToken, name: "Ada", email, password });
  seedSession("token of the first session");
  expect((await send("/api/v1/session", { email, password: seed("wrong password") })).status).toBe(401);
  const changed = seed("new password");
  await succeed("/api/v1/profile/password", { currentPassword: password, newPassword: changed });
  await succeed("/api/v1/session", { email, password: changed });
  seedSession("token of the second session");
  await succeed("/api/v1/session/confirmation", { password: changed });
  const { text } = await succeed("/api/v1/tokens", { name: "CI", scopes: ["read"] });
  const apiToken = seed("API token", String(text));
  const read = await fetch(`${server.url}/api/v1/events`, {
    headers: { authorization: `Bearer ${apiToken}` },
  });
  expect(read.status).toBeLessThan(500);
  const unknown = seed("unknown API token");
  await fetch(`${server.url}/api/v1/events`, { headers: { authorization: `Bearer ${unknown}` } });
  const invitation = seed("token of an invitation");
  await succeed("/api/v1/invitations", {
    purpose: "invite",
    role: "viewer",
    tokenHash: hashToken(invitation),
  });
  const display = await succeed("/api/v1/displays", {
    name: "Wall",
    pages: ["overview"],
    deployment: null,
    period: "now-1h",
    lifetimeDays: null,
  });
  seed("token of a wall display", String(display["token"]));
  await send("/api/v1/provider-sign-in", { returnPath: "/" });
  await sendSecondFactor(changed, email);
}

async function sendSecondFactor(password: string, email: string): Promise<void> {
  const started = await succeed("/api/v1/second-factor", {});
  const secret = seed("secret of the second factor", String(started["secret"]));
  const code = computeCode(secret, findTimeStep(Date.now()));
  const { recoveryCodes } = await succeed("/api/v1/second-factor/enable", { code });
  const codes = recoveryCodes as readonly string[];
  for (const [index, one] of codes.entries()) seed(`recovery code ${index + 1}`, one);
  await succeed("/api/v1/session", { email, password, code: codes[0] });
  seedSession("token of the third session");
}

/** Returns the names of the secrets that the text contains, in any usual spelling. */
function findSecrets(text: string): readonly string[] {
  const spellings = (secret: string): readonly string[] => [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString("hex"),
    Buffer.from(secret).toString("base64"),
    Buffer.from(secret).toString("base64url"),
  ];
  return [...secrets].flatMap(([name, secret]) =>
    spellings(secret).some((spelling) => text.includes(spelling)) ? [name] : [],
  );
}

function readBundle(): string {
  const folder = join(readImageEntry().cwd, ".next/static");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  expect(files.length).toBeGreaterThan(20);
  return files.map((file) => readFileSync(join(file.parentPath, file.name), "latin1")).join("\n");
}

async function readPages(): Promise<string> {
  const paths = ["overview", "signals", "traces", "settings/sources", "settings/people", "settings/tokens"];
  const api = ["sources", "session", "sessions", "tokens", "people", "displays", "second-factor", "audit"];
  const addresses = [
    ...paths.map((path) => `/${path}`),
    ...api.map((path) => `/api/v1/${path}`),
    "/api/health",
  ];
  const answers = await Promise.all(
    addresses.map(async (path) => {
      const response = await fetch(`${server.url}${path}`, { headers: { cookie } });
      expect({ path, status: response.status }).toEqual({ path, status: 200 });
      return response.text();
    }),
  );
  return answers.join("\n");
}

test("no secret is in the database, the log, the bundle, pages or answers", async () => {
  await sendSecrets();
  expect(secrets.size).toBeGreaterThanOrEqual(24);
  const pages = await readPages();
  const database = await readDatabaseText(builtServerDatabaseUrl());
  // The search finds what is stored as plain text.
  expect(database).toContain("ada@example.com");
  expect(server.log()).toContain("/setup#");
  expect({
    database: findSecrets(database),
    log: findSecrets(server.log()),
    bundle: findSecrets(readBundle()),
    pages: findSecrets(pages),
  }).toEqual({ database: [], log: [], bundle: [], pages: [] });
});

test("the search finds each secret in every spelling", () => {
  for (const [name, secret] of secrets) {
    expect(findSecrets(`"${secret}"`)).toContain(name);
    expect(findSecrets(`\\x${Buffer.from(secret).toString("hex")}`)).toContain(name);
  }
});

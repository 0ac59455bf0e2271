/**
 * The headers of every kind of response of the built server, over a public TLS address: pages, endpoints, files,
 * redirects and refusals. The lists of pages and endpoints decide what is requested, so a new one is included.
 */
import { request, type IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kioskPages, pages } from "@/components/layout/pages";
import { contracts } from "@/lib/server/http/contract-list";
import { addSignedInPerson } from "@/tests/integration/people/people-fixture";
import {
  builtServerDatabaseUrl,
  closeBuiltServer,
  endServers,
  readImageEntry,
  openBuiltServer,
  startServer,
  type RunningBuiltServer,
} from "@/tests/support/server/built-server";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";

const publicHost = "ridgepoint.example.com";
let server: RunningBuiltServer;
let cookie: string;

beforeAll(async () => {
  await openBuiltServer();
  useServerEnvironment({ DATABASE_URL: builtServerDatabaseUrl() });
  cookie = `__Host-ridgepoint-session=${(await addSignedInPerson("editor")).token}`;
  const image = readImageEntry();
  server = await startServer({ ...image, env: { ...image.env, RIDGEPOINT_URL: `https://${publicHost}` } });
});
afterAll(async () => {
  endServers();
  await leaveServerEnvironment();
  await closeBuiltServer();
});

interface Visit {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Unlike `fetch`, sends the path as it is and any Host header. */
function send({ path, method = "GET", headers = {} }: Visit): Promise<Answer> {
  const { hostname, port } = new URL(server.url);
  const hasBody = !["GET", "HEAD", "TRACE"].includes(method);
  const body = hasBody ? { "content-type": "application/json", "content-length": "2" } : {};
  const origin = `https://${publicHost}`;
  const options = {
    hostname,
    port,
    path,
    method,
    headers: { host: publicHost, origin, cookie, ...body, ...headers },
  };
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.once("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    sent.once("error", reject);
    sent.end(hasBody ? "{}" : undefined);
  });
}

/** Headers of every response except build files. */
const expectedHeaders: Readonly<Record<string, RegExp>> = {
  "cache-control": /\bno-store\b/,
  "content-security-policy": /frame-ancestors 'none'/,
  "cross-origin-opener-policy": /^same-origin$/,
  "cross-origin-resource-policy": /^same-origin$/,
  "permissions-policy": /camera=\(\)/,
  "referrer-policy": /^no-referrer$/,
  "strict-transport-security": /^max-age=63072000; includeSubDomains$/,
  "x-content-type-options": /^nosniff$/,
  "x-frame-options": /^DENY$/,
};

const id = "00000000-0000-7000-8000-000000000000";
const paths = [
  ...pages.map(({ path }) => path),
  ...kioskPages.map((page) => `/kiosk?pages=${page}`),
  "/",
  `/traces/${"0".repeat(32)}`,
  `/baselines/${id}`,
  `/gates/${id}`,
];

const visits: readonly (readonly [kind: string, Visit])[] = [
  ...paths.map((path) => [`page ${path}`, { path }] as const),
  ...paths.map((path) => [`page ${path}, head`, { path, method: "HEAD" }] as const),
  // The framework requests the next page in this form.
  ...pages.map(({ path }) => [`page ${path}, as data`, { path, headers: { rsc: "1" } }] as const),
  ...contracts.map(({ id: endpoint, method, path }) => {
    const filled = path.replaceAll(/\[[^\]]+\]/g, id);
    // A sign-out would end the session of the other requests.
    const headers = endpoint === "sign-out" ? { cookie: "" } : {};
    return [`endpoint ${method} ${path}`, { path: filled, method, headers }] as const;
  }),
  ["unknown page", { path: "/no/such/page" }],
  ["impossible trace", { path: "/traces/zzzz" }],
  ["unknown endpoint", { path: "/api/v1/none" }],
  ["unsupported method", { path: "/api/v1/overview", method: "DELETE" }],
  ["method of a page", { path: "/overview", method: "TRACE" }],
  ["redirect", { path: "/overview/" }],
  ["redirect of an endpoint", { path: "/api/v1/sources/" }],
  ["foreign host", { path: "/overview", headers: { host: "evil.example.com" } }],
  ["foreign host of an endpoint", { path: "/api/v1/sources", headers: { host: "evil.example.com" } }],
  ["header of the framework", { path: "/overview", headers: { "next-resume": "1" } }],
];

/** Returns the headers that a response lacks, with their values. */
function findFaults({ headers }: Answer, isForeign: boolean): readonly string[] {
  const wrong = Object.entries(expectedHeaders)
    // A refusal of a foreign host is not sent for the public address.
    .filter(([name]) => !(isForeign && name === "strict-transport-security"))
    .filter(([name, pattern]) => !pattern.test(String(headers[name])));
  const named = ["x-powered-by", "server"].filter((name) => headers[name] !== undefined);
  return [...wrong.map(([name]) => name), ...named].map((name) => `${name}: ${String(headers[name])}`);
}

test("every response except a build file has all security headers and is not stored", async () => {
  const failures: string[] = [];
  for (const [kind, visit] of visits) {
    const answer = await send(visit);
    const faults = findFaults(answer, visit.headers?.["host"] !== undefined);
    if (faults.length > 0) failures.push(`${kind} (${answer.status}): ${faults.join(", ")}`);
  }
  expect(failures).toEqual([]);
});

test.each(["/favicon.ico", "/icon.svg"])(
  "the icon %s may be stored and has the other headers",
  async (path) => {
    const answer = await send({ path });
    expect(answer.status).toBe(200);
    expect(findFaults(answer, false)).toEqual([expect.stringMatching(/^cache-control: public/)]);
  },
);

test("a build file may be stored, has a policy, and is not read by other sites", async () => {
  const { text } = await send({ path: "/sign-in", headers: { cookie: "" } });
  const path = /\/_next\/static\/[^"]+\.js/.exec(text)?.[0] ?? "";
  const { status, headers } = await send({ path });
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "cache-control": expect.stringContaining("immutable"),
    "content-security-policy": "default-src 'none'",
    "cross-origin-resource-policy": "same-origin",
    "strict-transport-security": expect.stringContaining("max-age"),
    "x-content-type-options": "nosniff",
  });
});

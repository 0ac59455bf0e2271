/**
 * The built server after setup: every page and endpoint without a sign-in, in every spelling of its path and with every
 * header that could avoid the checks, and every page for each role. The lists of pages and endpoints decide what is
 * requested, so a new one is included.
 */
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kioskPages, pages } from "@/components/layout/pages";
import { roles, type Role } from "@/lib/model/person";
import { createConcurrencyLimit } from "@/lib/server/concurrency/limit";
import { contracts } from "@/lib/server/http/contract-list";
import { addSignedInPerson } from "@/tests/integration/people/people-fixture";
import { isAllowed } from "@/tests/integration/people/access-rows";
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

type Headers = Readonly<Record<string, string>>;

let server: RunningBuiltServer;
const tokenOf = new Map<Role, string>();

beforeAll(async () => {
  await openBuiltServer();
  useServerEnvironment({ DATABASE_URL: builtServerDatabaseUrl() });
  for (const role of roles) tokenOf.set(role, (await addSignedInPerson(role)).token);
  server = await startServer(readImageEntry());
});
afterAll(async () => {
  endServers();
  await leaveServerEnvironment();
  await closeBuiltServer();
});

interface Visit {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Headers;
}

interface Answer {
  readonly status: number;
  readonly location: string;
  readonly text: string;
}

/** Unlike `fetch`, sends the path as it is. */
function send({ path, method = "GET", headers = {} }: Visit): Promise<Answer> {
  const { hostname, port, host } = new URL(server.url);
  const hasBody = method !== "GET" && method !== "HEAD";
  const write = {
    origin: server.url,
    "content-type": "application/json",
    "content-length": "2",
    "idempotency-key": "built-access-test",
    "if-match": '"1"',
  };
  const options = {
    hostname,
    port,
    path,
    method,
    headers: { host, ...(hasBody ? write : {}), ...headers },
  };
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.once("end", () =>
        resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? "", text }),
      );
    });
    sent.once("error", reject);
    sent.end(hasBody ? "{}" : undefined);
  });
}

const id = "00000000-0000-7000-8000-000000000000";
const pagePaths = [
  ...pages.map(({ path }) => path),
  ...kioskPages.map((page) => `/kiosk?pages=${page}`),
  `/traces/${"0".repeat(32)}`,
  `/baselines/${id}`,
  `/gates/${id}`,
  "/investigations/INV-1",
  "/investigations/INV-1/report",
];

/** Spellings of a path that other checks could understand as the path, or as that of a public endpoint. */
const spellings: readonly (readonly [string, (path: string) => string])[] = [
  ["as it is", (path) => path],
  ["with a slash at the end", (path) => path.replace(/(\?|$)/, "/$1")],
  ["with two slashes", (path) => `/${path}`],
  ["with two slashes inside", (path) => path.replace(/(?<=.)\//, "//")],
  ["with a dot at the end", (path) => path.replace(/(\?|$)/, ".$1")],
  ["with an encoded letter", (path) => path.replace(/^\/(.)/, (_, letter: string) => `/%${hex(letter)}`)],
  ["with an encoded slash", (path) => path.replace(/(?<=.)\//, "%2f")],
  ["below a public endpoint", (path) => `/api/health/..${path}`],
  ["below a public endpoint, encoded", (path) => `/api/health/%2e%2e${path}`],
  ["below the build files", (path) => `/_next/static/..${path}`],
  ["as an absolute address", (path) => `${server.url}${path}`],
  ["in capital letters", (path) => path.toUpperCase()],
  ["with a parameter after a semicolon", (path) => path.replace(/(\?|$)/, ";a=b$1")],
  ["as data", (path) => path.replace(/(\?|$)/, ".rsc$1")],
  ["as a segment of data", (path) => path.replace(/(\?.*)?$/, ".segments/_tree.segment.rsc")],
  ["as data of former versions", (path) => `/_next/data/build${path.replace(/(\?|$)/, ".json$1")}`],
  ["with the query of data", (path) => `${path}${path.includes("?") ? "&" : "?"}_rsc=1`],
];

const hex = (letter: string): string => letter.charCodeAt(0).toString(16);

const tricks: readonly (readonly [string, Headers])[] = [
  ["as data", { rsc: "1" }],
  ["as prefetched data", { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" }],
  ["a header that skipped checks in the framework", { "x-middleware-subrequest": "middleware:middleware" }],
  ["a header that resumes a rendering", { "next-resume": "1" }],
  ["another path in headers", { "x-original-url": "/api/health", "x-rewrite-url": "/sign-in" }],
  ["the path that the proxy passes on", { "x-ridgepoint-path": "/sign-in" }],
  ["the address of this machine", { "x-forwarded-for": "127.0.0.1", "x-ridgepoint-client-address": "::1" }],
  [
    "the header of a signed-in person",
    { "x-forwarded-user": "admin", "x-forwarded-email": "admin-1@example.com" },
  ],
  ["a token that is no token", { authorization: "Bearer none" }],
  ["a session that is no session", { cookie: "ridgepoint-session-3000=none" }],
];

/** Sends the request again if the framework redirects it to the same path with the query of data. */
async function sendFollowing(visit: Visit): Promise<Answer> {
  const answer = await send(visit);
  return answer.status === 307 && answer.location.includes("_rsc")
    ? send({ ...visit, path: answer.location })
    : answer;
}

/** Prefetched data has the segments of the requested path, and neither a component nor markup. */
const hasNamesOnly = (data: string): boolean => data.length < 1_000 && !/:I\[|</.test(data);

/**
 * A page without a sign-in leads to the sign-in page, is redirected to its path, or does not exist. The framework sends
 * some redirects within the data of a page.
 */
function isRefusedPage({ status, location, text }: Answer): boolean {
  if (status === 307) return /^\/sign-in(?:\?|$)/.test(location);
  if (status === 200) return text.includes("NEXT_REDIRECT;replace;/sign-in") || hasNamesOnly(text);
  return status === 308 || (status >= 400 && status < 500);
}

const isRefusedRequest = ({ status }: Answer): boolean => status === 308 || (status >= 400 && status < 500);

async function findOpen(visits: readonly Visit[], isRefused: (answer: Answer) => boolean) {
  const answers = await Promise.all(
    visits.map(async (visit) => ({ visit, answer: await limit.run(() => sendFollowing(visit), signal) })),
  );
  return answers
    .filter(({ answer }) => !isRefused(answer))
    .map(({ visit: { method = "GET", path }, answer }) => `${method} ${path}: ${answer.status}`);
}

const limit = createConcurrencyLimit({ maxConcurrent: 8, maxWaiting: 10_000 });
const { signal } = new AbortController();

test.each(spellings)("no page opens without a sign-in, with its path %s", async (_name, spell) => {
  const visits = pagePaths.map((path) => ({ path: spell(path) }));
  expect(await findOpen(visits, isRefusedPage)).toEqual([]);
});

test.each(tricks)("no page opens without a sign-in, with %s", async (_name, headers) => {
  expect(
    await findOpen(
      pagePaths.map((path) => ({ path, headers })),
      isRefusedPage,
    ),
  ).toEqual([]);
});

const endpoints = contracts
  .filter(({ id: endpoint }) => !isAllowed(endpoint, "nobody"))
  .map(({ method, path }) => ({ method, path: path.replaceAll(/\[[^\]]+\]/g, id) }));

test.each(spellings)("no endpoint is read without a sign-in, with its path %s", async (_name, spell) => {
  const reads = endpoints.filter(({ method }) => method === "GET");
  const visits = reads.map(({ path }) => ({ path: spell(path) }));
  expect(await findOpen(visits, isRefusedRequest)).toEqual([]);
});

test.each(tricks)("no endpoint answers without a sign-in, with %s", async (_name, headers) => {
  const visits = endpoints.map((endpoint) => ({ ...endpoint, headers }));
  expect(await findOpen(visits, ({ status }) => status === 400 || status === 401 || status === 403)).toEqual(
    [],
  );
});

/** Pages that only admins may open. */
const adminPages: ReadonlySet<string> = new Set([
  "/settings/audit",
  "/settings/people",
  "/settings/webhooks",
]);

test.each(roles)("each page opens for the role %s, or names the role that it needs", async (role) => {
  const { port } = new URL(server.url);
  const headers = { cookie: `ridgepoint-session-${port}=${tokenOf.get(role)}`, accept: "text/html" };
  const unexpected: string[] = [];
  for (const { path } of pages) {
    const { status, text } = await send({ path, headers });
    // Sources opens for all people, and one of its sections names the role that it needs.
    const isRefusal = text.includes("need the role “admin”") && !text.includes("Connect your own sources");
    if (status !== 200 || isRefusal !== (adminPages.has(path) && role !== "admin"))
      unexpected.push(`${path}: ${status}, ${isRefusal ? "refused" : "opened"}`);
  }
  expect(unexpected).toEqual([]);
});

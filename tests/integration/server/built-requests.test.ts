// Requests that the framework handles before our code, against the built server: large and aborted bodies, redirects,
// and idle connections.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { request, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  builtServerDatabaseUrl,
  closeBuiltServer,
  endServers,
  readImageEntry,
  openBuiltServer,
  startServer,
  type RunningBuiltServer,
} from "@/tests/support/server/built-server";

let server: RunningBuiltServer;

beforeAll(async () => {
  await openBuiltServer();
  server = await startServer(readImageEntry());
});
afterAll(async () => {
  endServers();
  await closeBuiltServer();
});

interface Visit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Parts of a body that is sent in chunks, unless its length is declared. */
  readonly parts?: readonly string[];
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Unlike `fetch`, sends the path as it is and any Host header. */
function send(path: string, { method = "GET", headers = {}, parts = [] }: Visit = {}): Promise<Answer> {
  const { hostname, port, host } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers: { host, ...headers } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.once("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    sent.once("error", reject);
    for (const part of parts) sent.write(part);
    sent.end();
  });
}

const half = "a".repeat(1_500_000);
const parts = [`{"data":[],"more":"${half}`, `${half}"}`];
const declared = { "content-length": String(parts.join("").length) };

test.each([
  ["with a charset", { ...declared, "content-type": "application/json; charset=utf-8" }],
  ["with an upper-case type", { ...declared, "content-type": "Application/JSON" }],
  ["in chunks", { "content-type": "application/json" }],
])("an upload of 3 MB %s is read to its end", async (_name, headers) => {
  const opened = await send("/api/v1/traces/open", { method: "POST", headers, parts });
  // A truncated file is refused as incomplete JSON.
  expect(opened.text).toContain("contains no traces");
  const imported = await send("/api/v1/baselines/import", {
    method: "POST",
    headers: { ...headers, "idempotency-key": `upload-${_name.replaceAll(" ", "-")}` },
    parts,
  });
  expect(imported.text).toContain("schemaVersion");
});

test("a file of 3 MB is stored completely, and browsers only download it", async () => {
  const json = { "content-type": "application/json", "idempotency-key": "open-for-a-file" };
  const body = JSON.stringify({ title: "Slow first tokens" });
  const opened = await send("/api/v1/investigations", { method: "POST", headers: json, parts: [body] });
  const { number } = JSON.parse(opened.text).investigation;
  const path = `/api/v1/investigations/${number}/evidence`;
  const added = await send(`${path}/files?fileName=large.log`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream", "idempotency-key": "large-file" },
    parts,
  });
  const { id, file } = JSON.parse(added.text).evidence;
  expect(file).toMatchObject({ format: "text", byteCount: parts.join("").length });
  const { headers, text } = await send(`${path}/${id}/file`);
  expect(text).toBe(parts.join(""));
  expect(headers).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "content-disposition": "attachment; filename=\"large.log\"; filename*=UTF-8''large.log",
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-store",
  });
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; [^,]*; sandbox$/);
});

test("a body over the limit of its endpoint is too large, not malformed, when sent in chunks", async () => {
  const headers = { "content-type": "application/json", "idempotency-key": "large-roofline-import" };
  const { status } = await send("/api/v1/roofline/import", { method: "POST", headers, parts });
  expect(status).toBe(413);
});

test.each([
  ["/investigations/%ff", "text/html"],
  ["/api/v1/traces/%ED%A0%80", "application/problem+json"],
  ["/api/%ff", "application/problem+json"],
  ["/api/v1/investigations/%ff/evidence/files", "application/problem+json"],
])("%s, which is not encoded UTF-8, responds 404", async (path, type) => {
  const { status, headers } = await send(path);
  expect([status, headers["content-type"]]).toEqual([404, expect.stringContaining(type)]);
  expect(headers["x-content-type-options"]).toBe("nosniff");
});

const strangePaths = ["//overview", "/overview/", "/api/v1/sources/", "/api//v1/sources", "/\\overview"];

test.each(strangePaths)("%s is redirected with security headers, on an allowed host only", async (path) => {
  const allowed = await send(path);
  expect(allowed.status).toBe(308);
  expect(allowed.headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
  });
  const foreign = await send(path, { headers: { host: "evil.example.com" } });
  expect([foreign.status, foreign.headers.location]).toEqual([403, undefined]);
});

test.each([
  "//evil.example.com",
  "//evil.example.com/",
  "///evil.example.com/overview",
  "/\\evil.example.com",
  "/\\/evil.example.com/",
  "/%2f%2fevil.example.com/",
  "/%5cevil.example.com/",
  "/@evil.example.com/",
  "/.evil.example.com/",
  "http://evil.example.com/overview/",
  "/overview/?d=//evil.example.com",
  "/?d=chat&next=https://evil.example.com/",
])("%s redirects to no other site", async (path) => {
  const { status, headers } = await send(path);
  expect(status).toBeLessThan(500);
  const location = headers.location ?? "/";
  expect(new URL(location, `${server.url}/`).origin).toBe(new URL(server.url).origin);
});

test.each([
  ["*", "GET"],
  ["/api/v1/traces/open", "PUT"],
  ["/api/v1/baselines/import", "PATCH"],
])("the target %s with %s has security headers and is not a server error", async (path, method) => {
  const { status, headers } = await send(path, { method, parts: method === "GET" ? [] : ["{}"] });
  expect(status).toBeLessThan(500);
  expect(headers["x-content-type-options"]).toBe("nosniff");
});

test("a client that disconnects during a body causes no error in the log", async () => {
  const { port } = new URL(server.url);
  // The framework reads bodies of the last path first, because the proxy handles it.
  for (const path of ["/api/v1/traces/open", "/api/v1/baselines/import", "/api/v1/roofline/import"])
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), "127.0.0.1", () => {
        const head = [
          `POST ${path} HTTP/1.1`,
          `host: 127.0.0.1:${port}`,
          "content-type: application/json",
          `idempotency-key: ${"k".repeat(20)}`,
          "content-length: 5000000",
          "expect: 100-continue",
        ].join("\r\n");
        socket.write(`${head}\r\n\r\n`);
      });
      // "100 Continue": the server reads the body.
      socket.once("data", () => socket.write(half, () => socket.resetAndDestroy()));
      socket.once("close", () => resolve());
    });
  // The log line of this request is later than those of the aborted ones.
  const { text } = await send("/api/v1/none?after-abort");
  expect(text).toContain("not-found");
  expect(server.output()).not.toMatch(/aborted|uncaught/i);
});

test("idle connections stay open longer than the 60 s of load balancers", async () => {
  const { headers } = await send("/api/health?probe=live", { headers: { connection: "keep-alive" } });
  expect(headers["keep-alive"]).toBe("timeout=75");
});

test("without HOSTNAME, the server ends instead of listening on all addresses", async () => {
  const { command, cwd, env } = readImageEntry();
  const child = spawn(process.execPath, command, {
    cwd,
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      ...process.env,
      ...env,
      DATABASE_URL: builtServerDatabaseUrl(),
      PROMETHEUS_URL: "http://127.0.0.1:9",
      HOSTNAME: "",
      PORT: "0",
    },
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const [exitCode] = await once(child, "close");
  expect(errors).toContain("HOSTNAME is 0.0.0.0, which other machines can reach");
  expect(exitCode).toBe(64);
});

test("an account has one limit of attempts to sign in, although they reach two servers", async () => {
  const other = await startServer(readImageEntry());
  const burstCount = 10;
  const startMs = performance.now();
  const attempts = Array.from({ length: 12 }, () => [server.url, other.url]).flat();
  const answers = await Promise.all(
    attempts.map(async (url) => {
      const response = await fetch(`${url}/api/v1/session`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: url },
        body: JSON.stringify({ email: "ada@example.com", password: "not the password" }),
      });
      const { detail } = (await response.json()) as { readonly detail: string };
      return { url, status: response.status, detail };
    }),
  );
  const checked = answers.filter(({ status }) => status === 401);
  // One attempt is refilled each 30 s.
  const refilledCount = Math.floor((performance.now() - startMs) / 30_000);
  expect(checked.length).toBeGreaterThanOrEqual(burstCount);
  expect(checked.length).toBeLessThanOrEqual(burstCount + refilledCount);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(answers.length - checked.length);
  expect(new Set(refused.map(({ detail }) => detail))).toEqual(
    new Set(["there were too many attempts to sign in"]),
  );
  // Each server refuses attempts that the other one counted.
  expect(new Set(refused.map(({ url }) => url))).toEqual(new Set([server.url, other.url]));
});

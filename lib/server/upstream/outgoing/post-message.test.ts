import dns, { type LookupAddress } from "node:dns";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { parseEnvironment } from "@/lib/server/environment/env";
import { deleteProcessState, getProcessState } from "@/lib/server/process-state";
import { postMessage } from "./post-message";
import { webhookRules } from "./webhook-rules";

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

let received: Received[] = [];
let respond: (response: ServerResponse) => void = (response) => void response.end("ok");
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString("utf8") });
    respond(response);
  });
});
let port = 0;

beforeEach(async () => {
  received = [];
  respond = (response) => void response.end("ok");
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
  allow(`127.0.0.1:${port},hooks.example.com:${port}`);
});

afterEach(async () => {
  deleteProcessState("environment");
  server.closeAllConnections();
  await new Promise((resolve) => void server.close(resolve));
});

function allow(hosts: string): void {
  deleteProcessState("environment");
  getProcessState("environment", () =>
    parseEnvironment({
      DATABASE_URL: "postgresql://localhost/ridgepoint",
      PROMETHEUS_URL: "http://localhost:9090",
      RIDGEPOINT_WEBHOOK_HOSTS: hosts,
    }),
  );
}

const post = (url = `http://127.0.0.1:${port}/hook?x=1`, timeoutMs = 5_000) =>
  postMessage({
    url,
    headers: { "content-type": "application/json", "webhook-id": "m1" },
    body: '{"a":"ä"}',
    timeoutMs,
    rules: webhookRules,
  });

describe("a message", () => {
  test("has exactly the given headers, and those of HTTP", async () => {
    expect(await post()).toMatchObject({ kind: "answered", status: 200, responseStart: "ok" });
    expect(received).toEqual([
      {
        method: "POST",
        url: "/hook?x=1",
        headers: {
          host: `127.0.0.1:${port}`,
          connection: "keep-alive",
          "content-type": "application/json",
          "content-length": "10",
          "webhook-id": "m1",
        },
        body: '{"a":"ä"}',
      },
    ]);
  });

  test.each([301, 302, 303, 307, 308])("does not follow a redirect with status %i", async (status) => {
    respond = (response) =>
      void response.writeHead(status, { location: "http://169.254.169.254/latest/meta-data/" }).end();
    expect(await post()).toMatchObject({ kind: "answered", status });
    expect(received).toHaveLength(1);
  });

  test("ends after one request in a loop of redirects", async () => {
    respond = (response) => void response.writeHead(302, { location: "/hook?x=1" }).end();
    expect(await post()).toMatchObject({ kind: "answered", status: 302 });
    expect(received).toHaveLength(1);
  });

  test("reads only the start of a response without an end", async () => {
    respond = (response) => void response.write("é".repeat(100_000));
    const outcome = await post();
    expect(outcome).toMatchObject({ kind: "answered", status: 200, responseStart: "é".repeat(512) });
  });

  test("reports a server that does not respond, and one that closes the connection", async () => {
    respond = () => {};
    expect(await post(undefined, 300)).toMatchObject({
      kind: "no-answer",
      reason: `127.0.0.1:${port} did not respond within 0.3 s.`,
    });
    respond = (response) => void response.destroy();
    expect(await post()).toMatchObject({
      kind: "no-answer",
      reason: `127.0.0.1:${port} closed the connection.`,
    });
  });
});

describe("a host name", () => {
  let lookup = vi.spyOn(dns, "lookup");

  /** Answers the lookups with one list of addresses after another. The last one repeats. */
  function resolveTo(...answers: readonly string[][]) {
    let lookupCount = 0;
    lookup.mockRestore();
    lookup = vi.spyOn(dns, "lookup");
    lookup.mockImplementation(((
      _name: string,
      _options: object,
      callback: (error: null, addresses: LookupAddress[]) => void,
    ) => {
      const answer = answers[Math.min(lookupCount, answers.length - 1)] ?? [];
      lookupCount += 1;
      callback(
        null,
        answer.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      );
    }) as never);
  }

  const url = () => `http://hooks.example.com:${port}/`;

  afterEach(() => lookup.mockRestore());

  test("is resolved once for a connection, to the address that was checked", async () => {
    resolveTo(["127.0.0.1"], ["169.254.169.254"]);
    expect(await post(url())).toMatchObject({ kind: "answered", status: 200 });
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(received[0]?.headers.host).toBe(`hooks.example.com:${port}`);
  });

  test("that resolves to another address later is checked again", async () => {
    resolveTo(["127.0.0.1"], ["169.254.169.254"]);
    await post(url());
    expect(await post(url())).toEqual({
      kind: "refused",
      reason: `hooks.example.com:${port} resolves to a link-local or metadata address.`,
    });
    expect(received).toHaveLength(1);
  });

  test.each([
    ["127.0.0.1", "169.254.169.254"],
    ["127.0.0.1", "::ffff:169.254.169.254"],
    ["fe80::1%eth0", "127.0.0.1"],
    ["127.0.0.1", "224.0.0.1"],
    ["0.0.0.0", "127.0.0.1"],
  ])("is refused if one of its addresses is refused: %s and %s", async (...addresses) => {
    resolveTo(addresses);
    expect(await post(url())).toMatchObject({ kind: "refused" });
    expect(received).toEqual([]);
  });

  test("that resolves to a private address is refused without the permission of the operator", async () => {
    allow("");
    for (const address of ["127.0.0.1", "10.0.0.1", "::1", "::ffff:10.0.0.1", "100.64.0.1", "fd00::1"]) {
      resolveTo([address]);
      expect(await post(url())).toEqual({
        kind: "refused",
        reason: `hooks.example.com:${port} resolves to a private address. The operator can allow it with RIDGEPOINT_WEBHOOK_HOSTS.`,
      });
    }
    expect(received).toEqual([]);
  });
});

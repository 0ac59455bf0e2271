/** Requests to a source and its responses, observed at the source. */
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import type { SourceCredentials } from "@/lib/model/sources/source-credentials";
import { createFakeClock } from "@/lib/server/upstream/fixtures";
import { createSourceUpstream, type SourceUpstream } from "@/lib/server/upstream/source-upstream";
import { certificatePem, privateKeyPem } from "@/tests/support/server/test-certificate";

const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => new Promise((resolve) => server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}

function upstreamTo(url: string, credentials: SourceCredentials = { headers: {} }): SourceUpstream {
  const upstream = createSourceUpstream(
    { slug: "wire", kind: "prometheus", url, credentials },
    { clock: createFakeClock(), random: Math.random, onChange: () => undefined },
  );
  open.unshift(() => upstream.close());
  return upstream;
}

async function served(answer: RequestListener, credentials?: SourceCredentials): Promise<SourceUpstream> {
  return upstreamTo(`http://127.0.0.1:${await listen(createServer(answer))}/base`, credentials);
}

const text = (upstream: SourceUpstream, maxBytes?: number): Promise<string> =>
  upstream.read(
    { method: "GET", path: "/x", ...(maxBytes === undefined ? {} : { maxBytes }) },
    ({ status, body }) => `${status} ${new TextDecoder().decode(body)}`,
  );

describe("sent", () => {
  test("only the configured headers and those of the server", async () => {
    let headers: IncomingHttpHeaders = {};
    let address = "";
    const upstream = await served(
      (request, response) => {
        headers = request.headers;
        address = request.url ?? "";
        response.end("{}");
      },
      { bearerToken: "secret", headers: { "X-Scope-OrgID": "team-a" } },
    );
    await text(upstream);
    expect(address).toBe("/base/x");
    expect(Object.keys(headers).sort()).toEqual(
      [
        "accept",
        "accept-encoding",
        "authorization",
        "connection",
        "host",
        "user-agent",
        "x-scope-orgid",
      ].sort(),
    );
    expect(headers).toMatchObject({
      authorization: "Bearer secret",
      "x-scope-orgid": "team-a",
      "accept-encoding": "identity",
    });
  });

  test.each([200, 401, 422, 502])("no credentials of a source that echoes them with %i", async (status) => {
    const upstream = await served(
      (request, response) => {
        response.writeHead(status, { "content-type": "text/html" });
        response.end(`<html>${JSON.stringify(request.headers)}</html>`);
      },
      {
        basic: { username: "reader", password: "hunter-2000" },
        headers: { "X-Scope-OrgID": "team-a", "X-Access": "access-key-1" },
      },
    );
    const echoed = await text(upstream);
    expect(echoed).toContain('"authorization":"Basic [removed]"');
    expect(echoed).not.toMatch(/hunter|team-a|access-key|cmVhZGVy/);
  });

  test("returns a redirect without following it", async () => {
    let visits = 0;
    const other = await listen(
      createServer((_request, response) => {
        visits += 1;
        response.end();
      }),
    );
    const upstream = await served((_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${other}/` }).end();
    });
    expect(await text(upstream)).toBe("302 ");
    expect(visits).toBe(0);
  });
});

describe("received", () => {
  test("decompresses responses that are compressed without request", async () => {
    const upstream = await served((_request, response) => {
      response.setHeader("content-encoding", "gzip");
      response.end(gzipSync('{"a":1}'));
    });
    expect(await text(upstream)).toBe('200 {"a":1}');
  });

  test("stops early when a small body decompresses to a huge one", async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
    const upstream = await served((_request, response) => {
      response.setHeader("content-encoding", "gzip");
      response.end(bomb);
    });
    const before = process.memoryUsage().rss;
    await expect(text(upstream)).rejects.toMatchObject({ code: "source-bad-answer" });
    expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(100);
  });

  test.each([
    ["of an unsupported encoding", { "content-encoding": "br" }, "source-bad-answer"],
    ["whose announced length is over the limit", { "content-length": "1001" }, "too-large"],
  ])("closes the connection of a body %s without reading it", async (_what, headers, code) => {
    const closed = Promise.withResolvers<void>();
    const upstream = await served((_request, response) => {
      response.once("close", closed.resolve);
      response.writeHead(200, headers).write("x");
    });
    await expect(text(upstream, 1_000)).rejects.toMatchObject({ code });
    await closed.promise;
  });

  test("refuses a body over the limit", async () => {
    const upstream = await served((_request, response) => response.end("x".repeat(2_000)));
    await expect(text(upstream, 1_000)).rejects.toMatchObject({ code: "too-large" });
    // The next request finds the connection, the slot and the bytes released.
    expect(await text(upstream, 3_000)).toHaveLength(2_004);
  });
});

describe("certificates", () => {
  const secure = async (credentials: SourceCredentials): Promise<SourceUpstream> => {
    const server = createTlsServer({ cert: certificatePem, key: privateKeyPem }, (_request, response) =>
      response.end("in"),
    );
    return upstreamTo(`https://127.0.0.1:${await listen(server)}`, credentials);
  };

  test("an unknown certificate is refused and reported", async () => {
    const result = text(await secure({ headers: {} }));
    await expect(result).rejects.toMatchObject({ code: "source-untrusted" });
    await expect(result).rejects.toThrow("untrusted certificate");
  });

  test("a configured certificate is trusted", async () => {
    expect(await text(await secure({ headers: {}, caPem: certificatePem }))).toBe("200 in");
  });
});

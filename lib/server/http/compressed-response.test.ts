import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { compressBody, enableCompression } from "./compressed-response";

const large = new TextEncoder().encode(JSON.stringify(Array.from({ length: 100_000 }, (_, index) => index)));

async function packed(bytes: Uint8Array<ArrayBuffer>, accepts: string | null) {
  const headers = new Headers();
  const request = new Request("http://localhost/", {
    headers: accepts === null ? {} : { "accept-encoding": accepts },
  });
  return { body: await compressBody(bytes, request, headers), headers };
}

test("does not compress before the header can be set", async () => {
  const { body, headers } = await packed(large, "br");
  expect(body).toBe(large);
  expect([...headers]).toEqual([]);
});

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["gzip;q=0.0", null],
  ["", null],
  [null, null],
])("with accept-encoding %s sends %s, which decompresses to the original", async (accepts, encoding) => {
  enableCompression();
  enableCompression();
  const server = createServer((_, response) => {
    void packed(large, accepts).then(({ body, headers }) => {
      for (const [name, value] of headers) response.setHeader(name, value);
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(answer.headers.get("content-encoding")).toBe(encoding);
  expect(answer.headers.get("x-answer-packed")).toBeNull();
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(large);
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

test("leaves a small response to the framework", async () => {
  enableCompression();
  const { body, headers } = await packed(large.slice(0, 1_000), "br");
  expect(body.byteLength).toBe(1_000);
  expect([...headers]).toEqual([]);
});

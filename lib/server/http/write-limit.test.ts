import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { beforeEach, expect, test } from "vitest";
import { AppError } from "@/lib/model/app-error";
import { deleteProcessState } from "@/lib/server/process-state";
import { addClientAddressHeaders, readClientAddress } from "./client-address";
import { countWriteInThisProcess } from "./write-limit";

beforeEach(() => deleteProcessState("write-allowances"));

const headersOf = (address: string): Headers => new Headers({ "x-ridgepoint-client-address": address });

/** Returns how many of 1,000 writes at one time are accepted. */
function countAccepted(addressOf: (index: number) => string, monotonicMs = 0): number {
  let count = 0;
  const refusals = new Set<string>();
  for (let index = 0; index < 1_000; index += 1) {
    try {
      countWriteInThisProcess(headersOf(addressOf(index)), monotonicMs);
      count += 1;
    } catch (error) {
      refusals.add(error instanceof AppError ? `${error.code} ${error.retryAfterMs}` : String(error));
    }
  }
  expect([...refusals]).toEqual(count === 1_000 ? [] : ["rate-limited 500"]);
  return count;
}

test("an address on the network has 120 writes at once, then two per second", () => {
  expect(countAccepted(() => "10.0.0.7")).toBe(120);
  expect(countAccepted(() => "10.0.0.7", 5_000)).toBe(10);
  expect(countAccepted(() => "10.0.0.7", 1_000_000)).toBe(120);
});

test("other spellings and addresses of one client share its writes", () => {
  expect(countAccepted((index) => (index % 2 === 0 ? "10.0.0.7" : "::ffff:10.0.0.7"))).toBe(120);
  expect(countAccepted((index) => `2001:db8:0:7::${index.toString(16)}`)).toBe(120);
  expect(countAccepted((index) => `2001:db8::8:1:2:3:${index.toString(16)}`)).toBe(120);
});

test("clients do not use the writes of others", () => {
  expect(countAccepted(() => "10.0.0.7")).toBe(120);
  expect(countAccepted(() => "10.0.0.8")).toBe(120);
  expect(countAccepted((index) => `2001:db8:0:${index.toString(16)}::1`)).toBe(1_000);
});

test("programs on this machine, and this process, have no limit", () => {
  for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
    expect(countAccepted(() => address)).toBe(1_000);
  for (let index = 0; index < 1_000; index += 1) countWriteInThisProcess(new Headers(), 0);
});

test("a client cannot choose its address", async () => {
  addClientAddressHeaders();
  const server = createServer(({ headers }, response) => {
    response.end(readClientAddress(new Headers(headers as Record<string, string>)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const sent = request({
    port,
    host: "127.0.0.1",
    agent: false,
    headers: { "X-Ridgepoint-Client-Address": "10.0.0.7", "x-forwarded-for": "10.0.0.8" },
  });
  sent.end();
  const [response] = await once(sent, "response");
  expect(await text(response)).toBe("127.0.0.1");
  server.close();
});

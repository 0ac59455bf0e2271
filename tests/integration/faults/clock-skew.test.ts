/** A source whose clock differs from the server's (R39): the pages, the health endpoint and the sources name it. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { GET as readHealthEndpoint } from "@/app/api/health/route";
import { GET as readSources } from "@/app/api/v1/sources/route";
import type { HealthResponse } from "@/lib/contracts/installation/health";
import type { SourcesResponse } from "@/lib/contracts/sources";
import { checkSource } from "@/lib/services/installation/check-source";
import { hasClockSkew } from "@/lib/services/sources/clock-skew";
import {
  leaveServerEnvironment,
  useServerEnvironment as setServerEnvironment,
} from "@/tests/support/server/server-environment";

/** Headers of the source, computed from the true time. */
let headersAt: (trueMs: number) => Readonly<Record<string, string>> = () => ({});
let server: Server;

beforeAll(async () => {
  server = createServer((_request, response) => {
    response.sendDate = false;
    response.writeHead(200, { "content-type": "application/json", ...headersAt(Date.now()) });
    response.end('{"status":"success","data":{"resultType":"vector","result":[]}}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
});
afterEach(leaveServerEnvironment);
afterAll(() => server.close());

const minuteMs = 60_000;
const dateAfter =
  (ms: number, more: Readonly<Record<string, string>> = {}) =>
  (trueMs: number) => ({ date: new Date(trueMs + ms).toUTCString(), ...more });

/** Returns what the endpoints report after one check, with spaces of one kind. */
async function report(headers: typeof headersAt): Promise<{ note: string | null; detail: string | null }> {
  headersAt = headers;
  setServerEnvironment({
    DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
    PROMETHEUS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  await checkSource("prometheus");
  const read = (path: string) =>
    new Request(`http://localhost:3000${path}`, { headers: { host: "localhost" } });
  const context = { params: Promise.resolve({}) };
  const { sources } = (await (await readSources(read("/api/v1/sources"), context)).json()) as SourcesResponse;
  const health = (await (await readHealthEndpoint(read("/api/health"), context)).json()) as HealthResponse;
  const found = health.dependencies.find(({ name }) => name === "Prometheus");
  const plain = (text: string | null | undefined): string | null => text?.replaceAll("\u202f", " ") ?? null;
  return { note: plain(sources[0]?.note), detail: plain(found?.detail) };
}

test.each([
  [-5, "The clock of the Ridgepoint server is 5 min ahead of Prometheus. The newest data look missing."],
  [
    5,
    "The clock of the Ridgepoint server is 5 min behind Prometheus. Data of the newest 5 min are not displayed.",
  ],
])("a source that is %i minutes ahead is named, with the fix", async (minutes, sentence) => {
  const { note, detail } = await report(dateAfter(minutes * minuteMs));
  expect(note).toBe(`${sentence} Synchronise both clocks, for example with NTP.`);
  expect(detail).toBe(note);
  expect(hasClockSkew()).toBe(true);
});

test.each([
  ["an equal clock", dateAfter(0)],
  ["20 s ahead", dateAfter(-20_000)],
  ["20 s behind", dateAfter(20_000)],
  ["no date", () => ({})],
  ["a damaged date", () => ({ date: "yesterday" })],
  ["a response from a cache", dateAfter(-10 * minuteMs, { age: "600" })],
])("%s is not named", async (_name, headers) => {
  expect(await report(headers)).toEqual({ note: null, detail: null });
  expect(hasClockSkew()).toBe(false);
});

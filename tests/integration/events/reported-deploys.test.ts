/**
 * Deploys that the demo reports to the application's events endpoint: recorded once and listed like any other event.
 */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET, POST } from "@/app/api/v1/events/route";
import { recordDeploys } from "@/demo/stack/command/record-deploys";
import type { EventsResponse } from "@/lib/contracts/events";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import {
  openStoredFixture,
  fixtureNowMs,
  writeRunning,
  type StoredFixture,
} from "@/tests/support/stored-fixture";

const dayMs = 86_400_000;
const scenarioStartMs = fixtureNowMs - 3_600_000;
const noParams = { params: Promise.resolve({}) };
let fixture: StoredFixture;
let server: Server;
let appUrl = "";

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  let body = "";
  for await (const chunk of incoming) body += String(chunk);
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method ?? "GET",
    headers,
    ...(body === "" ? {} : { body }),
  });
}

beforeAll(async () => {
  fixture = await openStoredFixture(
    writeRunning([{ model: "code-32b", job: "vllm", instance: "code-32b-0:8000" }]),
  );
  await fixture.begin();
  await discoverDeployments();
  server = createServer((incoming, response) => {
    void toRequest(incoming)
      .then((request) => (request.method === "POST" ? POST(request, noParams) : GET(request, noParams)))
      .then(async (eventsResponse) =>
        response.writeHead(eventsResponse.status).end(await eventsResponse.text()),
      );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  appUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.close();
  await fixture.close();
});

test("two starts of the demo record one deploy in the middle of the history, with origin api", async () => {
  const logLines: string[] = [];
  const signal = new AbortController().signal;
  for (const nowMs of [scenarioStartMs, fixtureNowMs])
    await recordDeploys({
      appUrl,
      scenarioStartMs,
      nowMs,
      log: (line) => logLines.push(line),
      signal,
    });
  expect(logLines).toEqual([]);
  const query = new URLSearchParams({ deployment: "code-32b", from: "now-14d", to: "now", kinds: "deploy" });
  const { events } = (await (
    await fetch(`${appUrl}/api/v1/events?${query.toString()}`)
  ).json()) as EventsResponse;
  expect(events).toMatchObject([
    {
      kind: "deploy",
      title: "code-32b release 2",
      deployment: "code-32b",
      origin: "api",
      atMs: scenarioStartMs - 7 * dayMs,
    },
  ]);
});

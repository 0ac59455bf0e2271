/** Deploys reported by the demo through the public endpoint, stored once and listed like other events. */
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
  writeRunningGauges,
  type StoredFixture,
} from "@/tests/support/server/stored-fixture";

const dayMs = 86_400_000;
const storyStartMs = fixtureNowMs - 3_600_000;
const nowhere = { params: Promise.resolve({}) };
let stage: StoredFixture;
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
  stage = await openStoredFixture(
    writeRunningGauges(
      ["chat-70b", "code-32b", "search-30b"].map((model) => ({
        model,
        job: "vllm",
        instance: `${model}-0:8000`,
      })),
    ),
  );
  await stage.begin();
  await discoverDeployments();
  server = createServer((incoming, response) => {
    void toRequest(incoming)
      .then((request) => (request.method === "POST" ? POST(request, nowhere) : GET(request, nowhere)))
      .then(async (answer) => response.writeHead(answer.status).end(await answer.text()));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  appUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.close();
  await stage.close();
});

test("creates one deploy event in the history for two starts of the demo", async () => {
  const output: string[] = [];
  const signal = new AbortController().signal;
  for (const nowMs of [storyStartMs, fixtureNowMs])
    await recordDeploys({
      appUrl,
      scenarioStartMs: storyStartMs,
      nowMs,
      log: (line) => output.push(line),
      signal,
    });
  expect(output).toEqual([]);
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
      atMs: storyStartMs - 7 * dayMs,
    },
  ]);
});

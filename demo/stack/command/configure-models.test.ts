import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { findModel } from "@/lib/analysis/roofline/models/all-models";
import { fleet } from "../../simulator/fleet";
import { configureModels } from "./configure-models";

let server: Server | undefined;
afterEach(() => server?.close());

interface ConfigureRequest {
  readonly path: string;
  readonly ifMatch: string | undefined;
  readonly body: { readonly model: string; readonly weights?: string };
}

/**
 * Endpoints that are unavailable at first, then know the fleet from the second list on, with temporary ids until the third
 * one. The first setting is refused by a busy database. The last deployment already has a setting.
 */
async function startEndpoints(): Promise<{ readonly appUrl: string; readonly requests: ConfigureRequest[] }> {
  const requests: ConfigureRequest[] = [];
  let [listCount, isBusy, isStarting] = [0, true, true];
  server = createServer((request, response) => {
    if (request.method === "GET") {
      if (isStarting) {
        isStarting = false;
        return response.writeHead(503).end("unavailable");
      }
      listCount += 1;
      const known = listCount > 1 ? fleet : fleet.slice(1);
      const prefix = listCount > 2 ? "id" : "temporary";
      const deployments = known.map(({ name }) => ({ slug: name, id: `${prefix}-${name}` }));
      return response.end(JSON.stringify({ deployments }));
    }
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => {
      body += text;
    });
    return request.once("end", () => {
      const path = request.url ?? "";
      if (isBusy) {
        isBusy = false;
        return response.writeHead(503).end("{}");
      }
      if (path.includes("temporary")) return response.writeHead(404).end("{}");
      requests.push({
        path,
        ifMatch: request.headers["if-match"],
        body: JSON.parse(body) as ConfigureRequest["body"],
      });
      return response.writeHead(path.includes("assist-8b") ? 412 : 200).end("{}");
    });
  });
  await new Promise<void>((resolve) => {
    server?.listen(0, "127.0.0.1", resolve);
  });
  return { appUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

test("configures each deployment once with a model of the table, and never overwrites existing settings", async () => {
  const { appUrl, requests } = await startEndpoints();
  const logged: string[] = [];
  await configureModels({ appUrl, log: (line) => logged.push(line), signal: new AbortController().signal });
  expect(requests.map(({ path }) => path)).toEqual(
    fleet.map(({ name }) => `/api/v1/deployments/id-${name}/roofline-setting`),
  );
  expect(requests.every(({ ifMatch }) => ifMatch === '"0"')).toBe(true);
  expect(requests.map(({ body }) => findModel(body.model)).every((row) => row !== null)).toBe(true);
  expect(requests.find(({ path }) => path.includes("chat-70b"))?.body.weights).toBe("fp8");
  expect(logged).toEqual([]);
});

test("an application without this endpoint causes one log line and nothing else", async () => {
  server = createServer((_request, response) => response.end("{}"));
  await new Promise<void>((resolve) => {
    server?.listen(0, "127.0.0.1", resolve);
  });
  const logged: string[] = [];
  await configureModels({
    appUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log: (line) => logged.push(line),
    signal: new AbortController().signal,
  });
  expect(logged).toEqual([expect.stringContaining("the fleet's models are not configured")]);
});

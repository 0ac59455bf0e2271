// A fleet with one counter instead of the simulator: it can be scraped, queried for faults and profiles, and stopped.
// Usage: as demo/simulator/main.ts
import { createServer } from "node:http";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    "otlp-url": { type: "string" },
    seed: { type: "string" },
    "scenario-start": { type: "string" },
    fault: { type: "string", multiple: true, default: [] },
  },
});
const faults = new Set(values.fault);
let scrapes = 0;
let isOtherRunning = false;

const server = createServer((request, response) => {
  const [, noun = "", deployment = "", fault = ""] = (request.url ?? "").split("/");
  if (noun === "ready") return response.end("ready");
  if (noun === "scrape-targets") {
    const labels = { job: "vllm", instance: "chat-0", __metrics_path__: "/metrics" };
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify([{ targets: [request.headers.host], labels }]));
  }
  if (noun === "metrics") {
    scrapes += 1;
    response.setHeader("content-type", "text/plain; version=0.0.4");
    return response.end(`# TYPE stack_test_total counter\nstack_test_total ${scrapes}\n`);
  }
  if (noun === "profiles") {
    if (deployment !== "" && deployment !== "other") {
      response.statusCode = 404;
      return response.end(JSON.stringify({ error: `there is no profile ${deployment}; choose from other` }));
    }
    if (deployment !== "") isOtherRunning = request.method === "PUT";
    const other = { id: "other", title: "Another engine", deployments: ["other"], isRunning: isOtherRunning };
    return response.end(JSON.stringify({ profiles: [other] }));
  }
  if (request.method === "PUT") faults.add(`${deployment}:${fault}`);
  if (request.method === "DELETE") faults.delete(`${deployment}:${fault}`);
  const active = [...faults].map((name) => ({ id: name.split(":")[1], strength: 1 }));
  return response.end(JSON.stringify({ faults: [], deployments: [{ name: "chat", active }] }));
});
server.listen(Number(values.port), "127.0.0.1");
process.once("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
});

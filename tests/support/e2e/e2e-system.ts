/**
 * One system for browser tests: real PostgreSQL, Prometheus (one-second scrapes), Jaeger (every request traced) and
 * the demo fleet, with a fault proxy in front of each source, and the built app.
 */
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { rmSync } from "node:fs";
import { ensureAppBuild } from "@/demo/stack/app/app-build";
import type { Log } from "@/demo/stack/log";
import { partNames, type PartName } from "@/demo/stack/part";
import { startStack, type RunningStack } from "@/demo/stack/stack";
import { requireTool, searchTool } from "@/demo/stack/tools/find-tool";
import { createJaegerRecipe, createPrometheusRecipe } from "@/demo/stack/tools/recipes";
import type { JaegerPlan } from "@/demo/stack/stack-plan";
import { createDatabase } from "@/lib/server/db/database-name";
import { applyMigrations } from "@/lib/server/db/migrate";
import { migratedDatabase, type SystemAddresses } from "./e2e-addresses";
import { startFaultProxy } from "@/tests/support/sources/fault-proxy";

/**
 * About six minutes of the fleet. Every request is traced, and the time of each search grows with the stored traces, so
 * that late specs would be slower than early ones.
 */
const maxTraces = 12_000;

async function jaegerPlan(log: Log): Promise<JaegerPlan> {
  const outcome = await searchTool(createJaegerRecipe(), { log, mayBuild: true });
  return outcome.kind === "found"
    ? { kind: "real", tool: outcome.tool, maxTraces }
    : { kind: "trace-store", api: "both" };
}

async function startSources(folder: string, log: Log): Promise<RunningStack> {
  return startStack({
    dataFolder: path.join(folder, "sources"),
    reusesPorts: false,
    log,
    postgres: { isDurable: false },
    prometheus: { tool: await requireTool(createPrometheusRecipe(), { log }), scrapeIntervalMs: 1_000 },
    jaeger: await jaegerPlan(log),
    simulator: {
      seed: 7,
      initialFaults: ["chat-70b:kv-cache-squeezed"],
      extraArguments: ["--trace-sample-ratio=1"],
    },
  });
}

interface Steering {
  readonly port: number;
  readonly close: () => void;
}

/** Serves `PUT /parts/<name>/start` and `…/stop` on loopback for the specs of this run. */
async function steer(stack: RunningStack): Promise<Steering> {
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, parts, name, verb] = (request.url ?? "").split("/");
    const known = partNames.find((part): part is PartName => part === name);
    if (request.method !== "PUT" || parts !== "parts" || known === undefined) {
      response.writeHead(404).end();
      return;
    }
    const part = stack.findPart(known);
    await (verb === "stop" ? part.stop() : part.start());
    response.writeHead(204).end();
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export interface RunningSystem {
  readonly addresses: SystemAddresses;
  readonly stop: () => Promise<void>;
}

/** Starts a system and resolves when the app answers. All of its files are in `folder`, which is deleted with it. */
export async function startSystem(folder: string, log: Log): Promise<RunningSystem> {
  const sources = await startSources(folder, log);
  const migratedUrl = await createDatabase(sources.urls.database, migratedDatabase);
  await applyMigrations({ connectionString: migratedUrl });
  const prometheus = await startFaultProxy({ targetUrl: sources.urls.prometheus });
  const jaeger = await startFaultProxy({ targetUrl: sources.urls.jaeger });
  const steering = await steer(sources);
  const sourceNotes = path.join(folder, "source-notes.json");
  const app = await startStack({
    dataFolder: path.join(folder, "app"),
    reusesPorts: false,
    log,
    app: {
      prepareProgram: async () => ({ kind: "built", folder: await ensureAppBuild(log) }),
      extraEnvironment: {
        DATABASE_URL: sources.urls.database,
        PROMETHEUS_URL: prometheus.url,
        JAEGER_URL: jaeger.url,
        RIDGEPOINT_DEMO: "1",
        RIDGEPOINT_DEMO_SECRET: randomBytes(32).toString("base64url"),
        RIDGEPOINT_SOURCE_NOTES: sourceNotes,
      },
    },
  });
  return {
    addresses: {
      app: app.urls.app,
      database: sources.urls.database,
      steering: `http://127.0.0.1:${steering.port}`,
      prometheus: sources.urls.prometheus,
      jaeger: sources.urls.jaeger,
      simulator: sources.urls.simulator,
      prometheusFaults: prometheus.controlUrl,
      jaegerFaults: jaeger.controlUrl,
      sourceNotes,
    },
    stop: async () => {
      await app.stop();
      steering.close();
      await Promise.all([prometheus.close(), jaeger.close()]);
      await sources.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

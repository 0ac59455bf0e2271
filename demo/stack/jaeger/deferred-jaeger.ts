// Jaeger for the demo, which does not wait for it. If Jaeger is found, it runs. If it must be built, a placeholder
// server answers until the build is done. If neither is possible, the small trace store runs instead.
import { createServer, type Server } from "node:http";
import { whenAborted } from "../process/stop-request";
import { cacheFolder } from "../folders";
import { type JaegerOptions, jaegerPart } from "./jaeger";
import { formatElapsed } from "../log";
import type { Part, PartState } from "../part";
import { type TraceStorePartOptions, traceStorePart } from "./trace-store-part";
import { searchTool } from "../tools/find-tool";
import { buildWithGo } from "../tools/go-build";
import { jaegerRecipe } from "../tools/recipes";

export interface DeferredJaegerOptions
  extends Omit<JaegerOptions, "tool">, Pick<TraceStorePartOptions, "api"> {
  /** The build starts only after this promise, so that it does not slow down the start of the demo. */
  readonly mayBuildAfter: Promise<void>;
}

export function deferredJaegerPart(options: DeferredJaegerOptions): Part {
  const { log } = options;
  let activePart: Part | undefined;
  let build: AbortController | undefined;
  let building: Promise<void> = Promise.resolve();
  let failed = false;

  const run = async (part: Part, abandon?: AbortSignal): Promise<void> => {
    activePart = part;
    await part.start(abandon);
  };

  const buildAndRun = async (controller: AbortController): Promise<void> => {
    const placeholder = await startPlaceholder(options);
    try {
      await Promise.race([options.mayBuildAfter, whenAborted(controller.signal)]);
      if (controller.signal.aborted) return;
      const built = await buildWithGo(jaegerRecipe(), cacheFolder(), log, controller.signal);
      await placeholder.release();
      if (controller.signal.aborted) return;
      if (typeof built === "string") {
        log(`Jaeger could not be built (${built}); using the small trace store instead`);
        await run(traceStorePart(options), controller.signal);
      } else {
        await run(jaegerPart({ ...options, tool: built }), controller.signal);
        log("Jaeger is built and now running");
      }
    } finally {
      await placeholder.release();
      if (build === controller) build = undefined;
    }
  };

  const state = (): PartState => {
    if (build !== undefined) return "starting";
    if (failed) return "failed";
    return activePart?.state() ?? "stopped";
  };

  return {
    name: "jaeger",
    state,
    start: async (abandon) => {
      if (state() === "running" || state() === "starting") return;
      failed = false;
      const outcome = await searchTool(jaegerRecipe(), { log, mayBuild: false });
      if (outcome.kind === "found") {
        log(`Jaeger ${outcome.tool.version} (${outcome.tool.origin})`);
        return run(jaegerPart({ ...options, tool: outcome.tool }), abandon);
      }
      if (outcome.kind === "missing") {
        log(`Jaeger is not available (${outcome.reasons.join("; ")}); using the small trace store instead`);
        return run(traceStorePart(options), abandon);
      }
      log("Jaeger will be built after the other parts have started (about 3 minutes, once)");
      const controller = new AbortController();
      build = controller;
      building = buildAndRun(controller).catch((error: unknown) => {
        failed = true;
        log(`Jaeger did not start: ${error instanceof Error ? error.message : String(error)}`);
      });
    },
    stop: async () => {
      build?.abort();
      await building;
      failed = false;
      await activePart?.stop();
    },
  };
}

interface Placeholder {
  readonly release: () => Promise<void>;
}

/** Answers on Jaeger's ports with status 503, the reason and the elapsed time. */
async function startPlaceholder({ ports }: DeferredJaegerOptions): Promise<Placeholder> {
  const startedAtMs = performance.now();
  const answer = (): Server =>
    createServer((_, response) => {
      const message = `Jaeger is being built (about 3 minutes, once; ${formatElapsed(performance.now() - startedAtMs)} so far)`;
      response.writeHead(503, { "content-type": "text/plain; charset=utf-8", "retry-after": "5" });
      response.end(`${JSON.stringify({ error: { httpCode: 503, message } })}\n`);
    });
  const servers = await Promise.all([ports.query, ports.otlp].map((port) => listen(answer(), port)));
  let released: Promise<unknown> | undefined;
  return {
    release: async () => {
      released ??= Promise.all(servers.map(close));
      await released;
    },
  };
}

function listen(server: Server, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host: "127.0.0.1" }, () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

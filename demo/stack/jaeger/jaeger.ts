// Runs Jaeger with in-memory storage: traces exist as long as the process.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureFolder } from "../folders";
import type { Log } from "../log";
import { type Part, createProcessPart } from "../part";
import type { ProcessOwner, ProcessSpec } from "../process/process";
import type { Tool } from "../tools/tool";
import { isResponding } from "../process/wait-until";

/** Ports of Jaeger: queries over HTTP, queries over gRPC (which Jaeger requires), OTLP over HTTP. */
export interface JaegerPorts {
  readonly query: number;
  readonly grpc: number;
  readonly otlp: number;
  /** Port for OTLP over gRPC, for products that support no other protocol. Absent if none is needed. */
  readonly otlpGrpc?: number;
}

export interface JaegerOptions {
  readonly folder: string;
  readonly ports: JaegerPorts;
  readonly owner: ProcessOwner;
  readonly log: Log;
  readonly tool: Tool;
  /** Maximum number of traces in memory, which Jaeger scans for each search. The default fits two hours of the demo. */
  readonly maxTraces?: number;
}

// About two hours of the fleet's sampled requests, some 200 MB.
const DEFAULT_MAX_TRACES = 50_000;
const READY_LIMIT_MS = 30_000;

/** Creates the part that runs Jaeger. */
export function createJaegerPart(options: JaegerOptions): Part {
  return createProcessPart({
    name: "jaeger",
    owner: options.owner,
    log: options.log,
    prepareProcess: () => Promise.resolve(createJaegerSpec(options)),
  });
}

/** Returns the configuration file's text as JSON, which is valid YAML. */
export function formatJaegerConfig(ports: JaegerPorts, maxTraces = DEFAULT_MAX_TRACES): string {
  const on = (port: number): string => `127.0.0.1:${port}`;
  return `${JSON.stringify(
    {
      service: {
        extensions: ["jaeger_storage", "jaeger_query"],
        pipelines: {
          traces: { receivers: ["otlp"], processors: ["batch"], exporters: ["jaeger_storage_exporter"] },
        },
        telemetry: { metrics: { level: "none" }, logs: { level: "warn" } },
      },
      extensions: {
        jaeger_storage: { backends: { main: { memory: { max_traces: maxTraces } } } },
        jaeger_query: {
          storage: { traces: "main" },
          http: { endpoint: on(ports.query) },
          grpc: { endpoint: on(ports.grpc) },
        },
      },
      receivers: {
        otlp: {
          protocols: {
            http: { endpoint: on(ports.otlp) },
            ...(ports.otlpGrpc === undefined ? {} : { grpc: { endpoint: on(ports.otlpGrpc) } }),
          },
        },
      },
      processors: { batch: { timeout: "200ms" } },
      exporters: { jaeger_storage_exporter: { trace_storage: "main" } },
    },
    undefined,
    2,
  )}\n`;
}

/** Writes the configuration file and returns the process. */
export function createJaegerSpec({
  folder,
  ports,
  tool,
  maxTraces,
}: Pick<JaegerOptions, "folder" | "ports" | "tool" | "maxTraces">): ProcessSpec {
  const config = join(ensureFolder(folder), "jaeger.yaml");
  writeFileSync(config, formatJaegerConfig(ports, maxTraces));
  return {
    name: "jaeger",
    command: tool.programPaths["jaeger"] ?? "jaeger",
    args: [`--config=file:${config}`],
    cwd: folder,
    // Jaeger would send traces of itself to port 4317, which may belong to another collector, and wait 10 s for it on
    // exit.
    env: { ...process.env, OTEL_TRACES_SAMPLER: "always_off" },
    logFile: join(folder, "jaeger.log"),
    isReady: async () =>
      (await isResponding(`http://127.0.0.1:${ports.query}/api/v3/services`)) &&
      // The receiver rejects a GET, which shows that it is listening.
      (await isResponding(`http://127.0.0.1:${ports.otlp}/v1/traces`, (status) => status === 405)),
    readyTimeoutMs: READY_LIMIT_MS,
  };
}

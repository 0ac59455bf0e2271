// Runs the trace store, which replaces Jaeger, as a process of the stack on Jaeger's ports.
import { join } from "node:path";
import { cloneFolder, ensureFolder } from "../folders";
import type { JaegerOptions } from "./jaeger";
import { type Part, createProcessPart } from "../part";
import type { QueryApi } from "../trace-store/server";
import { createTypescriptCommand } from "../process/typescript-command";
import { isResponding } from "../process/wait-until";

export interface TraceStorePartOptions extends Omit<JaegerOptions, "tool"> {
  /** Query API that it serves. */
  readonly api: QueryApi;
}

const READY_LIMIT_MS = 30_000;

/** Creates the part that runs the trace store in place of Jaeger. */
export function createTraceStorePart({ folder, ports, owner, log, api }: TraceStorePartOptions): Part {
  return createProcessPart({
    name: "jaeger",
    owner,
    log,
    prepareProcess: () =>
      Promise.resolve({
        name: "jaeger",
        ...createTypescriptCommand(join(cloneFolder, "demo/stack/trace-store/main.ts"), [
          `--query-port=${ports.query}`,
          `--otlp-port=${ports.otlp}`,
          `--api=${api}`,
        ]),
        cwd: cloneFolder,
        logFile: join(ensureFolder(folder), "jaeger.log"),
        isReady: () => isResponding(`http://127.0.0.1:${ports.query}/`),
        readyTimeoutMs: READY_LIMIT_MS,
      }),
  });
}

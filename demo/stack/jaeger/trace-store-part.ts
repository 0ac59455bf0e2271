// Runs the trace store, which replaces Jaeger, as a process of the stack on Jaeger's ports.
import { join } from "node:path";
import { cloneFolder, ensureFolder } from "../folders";
import type { JaegerOptions } from "./jaeger";
import { type Part, processPart } from "../part";
import type { QueryApi } from "../trace-store/server";
import { typescriptCommand } from "../process/typescript-command";
import { answers } from "../process/wait-until";

export interface TraceStorePartOptions extends Omit<JaegerOptions, "tool"> {
  /** Query APIs of Jaeger that it supports. */
  readonly api: QueryApi;
}

const READY_LIMIT_MS = 30_000;

export function traceStorePart({ folder, ports, owner, log, api }: TraceStorePartOptions): Part {
  return processPart({
    name: "jaeger",
    owner,
    log,
    prepare: () =>
      Promise.resolve({
        name: "jaeger",
        ...typescriptCommand(join(cloneFolder, "demo/stack/trace-store/main.ts"), [
          `--query-port=${ports.query}`,
          `--otlp-port=${ports.otlp}`,
          `--api=${api}`,
        ]),
        cwd: cloneFolder,
        logFile: join(ensureFolder(folder), "jaeger.log"),
        isReady: () => answers(`http://127.0.0.1:${ports.query}/`),
        readyLimitMs: READY_LIMIT_MS,
      }),
  });
}

// Fills the trace store with the traces of the two hours before the start. The store keeps traces in memory, so it is
// empty after every start.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { historySlotMs, currentProblem } from "../../simulator/scenario";
import { cloneFolder } from "../folders";
import { formatElapsed, type Log } from "../log";
import type { ProcessOwner } from "../process/process";
import { runTask } from "../process/task";
import { createTypescriptCommand } from "../process/typescript-command";
import type { SourceNoteWriter } from "../source-notes";
import { StackError } from "../stack-error";

/** Inputs of `loadTraceHistory`. */
export interface TraceHistoryOptions {
  readonly simulatorUrl: string;
  readonly otlpUrl: string;
  readonly seed: number;
  readonly scenarioStartMs: number;
  /** Initial faults of the fleet as `<deployment>:<fault>`. */
  readonly faults: readonly string[];
  readonly owner: ProcessOwner;
  readonly notes: SourceNoteWriter;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Length of the loaded range. Absent for two hours. */
  readonly spanMs?: number;
}

const TWO_HOURS_MS = 2 * 3_600_000;
/**
 * Half of the live fraction. The store removes the traces that it received first, which are those of the first live
 * minutes, so two hours must leave space for the next hour.
 */
const SAMPLE_RATIO = 0.1;
const ANSWER_LIMIT_MS = 5_000;
const readyAnswer = z.object({ startMs: z.number() });

/**
 * Sends the traces of the two hours before the simulated fleet started, and shows the progress on screen. A failure is
 * only logged: the demo works without them.
 */
export async function loadTraceHistory(options: TraceHistoryOptions): Promise<void> {
  const { owner, notes, log, signal } = options;
  const startedAtMs = performance.now();
  const show = (percent: number): void =>
    notes.setNote("jaeger", `Loading the traces of the last 2 hours: ${percent} %.`);
  try {
    const toMs = await readFleetStart(options.simulatorUrl);
    show(0);
    const { exitCode, outputEnd } = await runTask(
      {
        name: `traces-${randomUUID()}`,
        ...createTypescriptCommand(join(cloneFolder, "demo/simulator/traces/write-traces.ts"), [
          ...listWriterArguments(options, toMs),
        ]),
        cwd: cloneFolder,
        onLine: (line) => show(Number(line)),
      },
      owner,
      signal,
    );
    if (signal.aborted) return;
    if (exitCode !== 0) throw new StackError(outputEnd.trim(), "npm run demo -- status");
    log(`traces: loaded the last 2 hours (${formatElapsed(performance.now() - startedAtMs)})`);
  } catch (error) {
    const isExpected =
      error instanceof StackError || error instanceof TypeError || error instanceof DOMException;
    if (!isExpected) throw error;
    if (!signal.aborted) log(`traces before the start are missing: ${error.message}`);
  } finally {
    notes.setNote("jaeger", undefined);
  }
}

function listWriterArguments(
  { otlpUrl, seed, scenarioStartMs, faults, spanMs = TWO_HOURS_MS }: TraceHistoryOptions,
  toMs: number,
): readonly string[] {
  // A fault of the history begins with its slot.
  const findProblemStartMs =
    Math.floor((scenarioStartMs - currentProblem.beforeStartMs) / historySlotMs) * historySlotMs;
  return [
    `--from=${toMs - spanMs}`,
    `--to=${toMs}`,
    `--otlp-url=${otlpUrl}`,
    `--seed=${seed}`,
    `--trace-sample-ratio=${SAMPLE_RATIO}`,
    `--scenario-start=${scenarioStartMs}`,
    ...faults.map((fault) => `--fault=${fault}`),
    `--faults-from=${findProblemStartMs}`,
  ];
}

/** Returns the time from which the live fleet sends traces. */
async function readFleetStart(simulatorUrl: string): Promise<number> {
  const response = await fetch(`${simulatorUrl}/ready`, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
  return readyAnswer.parse(await response.json()).startMs;
}

// Loads the fleet's history into Prometheus's data folder before Prometheus opens it: two weeks at the first start,
// the time since the last run at later starts. The simulator writes one text file per segment, and promtool converts
// it to a block.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { cloneFolder, ensureFolder } from "../folders";
import { DAY_MS, type HistoryMarker, type HistoryPlan, planHistory, type Segment } from "./history-plan";
import { formatElapsed, type Log } from "../log";
import type { ProcessOwner } from "../process/process";
import { runTask } from "../process/task";
import { typescriptCommand } from "../process/typescript-command";
import { StackError } from "../stack-error";

export interface HistoryOptions {
  /** Prometheus's data folder. */
  readonly dataFolder: string;
  readonly promtool: string;
  readonly seed: number;
  /** First start of the demo, the origin of the scenario. */
  readonly scenarioStartMs?: number;
  /** Initial faults of the fleet as `<deployment>:<fault>`; the history's end already contains them. */
  readonly faults?: readonly string[];
  readonly now: () => number;
  readonly log: Log;
  readonly owner: ProcessOwner;
  readonly signal?: AbortSignal;
  /** Program that writes a segment; tests of the stack replace it. */
  readonly script?: string;
}

const WORKERS = Math.min(2, availableParallelism());
// Time passes while history loads. The second round closes that gap except for its few seconds; a third is for
// very slow machines.
const ROUNDS = 3;

const markerFile = z.object({
  untilMs: z.number(),
  isLive: z.boolean(),
  countersFromMs: z.number().optional(),
  faultsFromMs: z.number().optional(),
});

/** Loads missing history; does nothing when data are complete up to now. */
export async function fillHistory(options: HistoryOptions): Promise<void> {
  const staging = join(dirname(options.dataFolder), "history");
  for (let round = 0; round < ROUNDS; round += 1) {
    const plan = planHistory(readMarker(options.dataFolder), options.now());
    if (plan === undefined) break;
    rmSync(staging, { recursive: true, force: true });
    await load(options, staging, plan);
  }
  rmSync(staging, { recursive: true, force: true });
}

/** Records that data are complete up to `nowMs` because Prometheus has been scraping. */
export function markLive(dataFolder: string, nowMs: number): void {
  writeMarker(dataFolder, { untilMs: nowMs, isLive: true });
}

async function load(
  options: HistoryOptions,
  staging: string,
  { segments, countersFromMs, faultsFromMs }: HistoryPlan,
): Promise<void> {
  const { log, dataFolder, signal } = options;
  const startedAtMs = performance.now();
  log(`loading ${describeSpan(segments)} of history`);
  const failure = new AbortController();
  const stop = AbortSignal.any([failure.signal, ...(signal === undefined ? [] : [signal])]);
  const schedule = limitConcurrency(WORKERS);
  const pieces = segments.map((segment, index) =>
    schedule(() =>
      makeBlocks(
        { ...options, countersFromMs, faultsFromMs, signal: stop },
        join(staging, String(index)),
        segment,
      ),
    ),
  );
  // Every promise is awaited below, but not after a failure.
  for (const piece of pieces) piece.catch(() => undefined);
  try {
    // Blocks are moved in order of time, so that the marker stays correct after an interruption.
    for (const [index, segment] of segments.entries()) {
      const piece = await pieces[index];
      if (piece !== undefined) moveBlocks(piece, dataFolder);
      writeMarker(dataFolder, { untilMs: segment.toMs, isLive: false, countersFromMs, faultsFromMs });
      if (segments.length > 2) {
        log(
          `history: ${index + 1} of ${segments.length} segments loaded (${formatElapsed(performance.now() - startedAtMs)})`,
        );
      }
    }
  } finally {
    failure.abort();
    await Promise.allSettled(pieces);
  }
}

/** Creates the blocks of one segment in `folder` and returns the folder that contains them. */
async function makeBlocks(
  options: HistoryOptions & Pick<HistoryPlan, "countersFromMs" | "faultsFromMs">,
  folder: string,
  segment: Segment,
): Promise<string> {
  const text = join(ensureFolder(folder), "samples.txt");
  const blocks = ensureFolder(join(folder, "blocks"));
  const script = options.script ?? join(cloneFolder, "demo/simulator/write-history.ts");
  const writer = typescriptCommand(script, [
    `--from=${segment.fromMs}`,
    `--to=${segment.toMs}`,
    `--spacing-ms=${segment.spacingMs}`,
    `--seed=${options.seed}`,
    `--counters-from=${options.countersFromMs}`,
    ...(options.scenarioStartMs === undefined ? [] : [`--scenario-start=${options.scenarioStartMs}`]),
    ...(options.faults ?? []).map((fault) => `--fault=${fault}`),
    `--faults-from=${options.faultsFromMs}`,
    `--out=${text}`,
  ]);
  await runStep(options, `history-${segment.fromMs}`, writer);
  await runStep(options, `blocks-${segment.fromMs}`, {
    command: options.promtool,
    // The flag must precede "openmetrics". Without it promtool creates a block per two hours, which takes five times
    // as long.
    args: ["tsdb", "create-blocks-from", "--max-block-duration=24h", "openmetrics", text, blocks],
  });
  rmSync(text, { force: true });
  return blocks;
}

interface Step {
  readonly command: string;
  readonly args: readonly string[];
}

async function runStep({ owner, signal }: HistoryOptions, name: string, step: Step): Promise<void> {
  const { code, output } = await runTask({ name, ...step, cwd: cloneFolder }, owner, signal);
  signal?.throwIfAborted();
  if (code === 0) return;
  throw new StackError(
    `loading history failed: ${output.trim()}`,
    "run npm run demo again; it continues with the missing segments",
  );
}

/**
 * Moves blocks into the data folder. Prometheus drops samples of its write-ahead log that are older than the newest
 * block, unless that block is marked as out of order. The log still contains the last hours before a pause, so blocks
 * for the pause need that mark.
 */
function moveBlocks(blocks: string, dataFolder: string): void {
  const hasLog = existsSync(join(ensureFolder(dataFolder), "wal"));
  for (const name of readdirSync(blocks).filter((entry) => existsSync(join(blocks, entry, "meta.json")))) {
    if (hasLog) markOutOfOrder(join(blocks, name, "meta.json"));
    renameSync(join(blocks, name), join(dataFolder, name));
  }
}

const blockMeta = z.looseObject({ compaction: z.looseObject({ hints: z.array(z.string()).optional() }) });

function markOutOfOrder(file: string): void {
  const meta = blockMeta.parse(JSON.parse(readFileSync(file, "utf8")));
  const hints = [...(meta.compaction.hints ?? []), "from-out-of-order"];
  writeFileSync(file, JSON.stringify({ ...meta, compaction: { ...meta.compaction, hints } }, undefined, 2));
}

function readMarker(dataFolder: string): HistoryMarker | undefined {
  const file = markerPath(dataFolder);
  // Without data, the marker of an earlier folder is invalid.
  if (!existsSync(file) || !existsSync(dataFolder)) return undefined;
  return markerFile.parse(JSON.parse(readFileSync(file, "utf8")));
}

function writeMarker(dataFolder: string, marker: HistoryMarker): void {
  const file = markerPath(dataFolder);
  writeFileSync(`${file}.new`, `${JSON.stringify(marker)}\n`);
  renameSync(`${file}.new`, file);
}

function markerPath(dataFolder: string): string {
  return join(dirname(dataFolder), "history.json");
}

function describeSpan(segments: readonly Segment[]): string {
  const days = segments.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0) / DAY_MS;
  const [count, unit] = days >= 1 ? [Math.round(days), "day"] : [Math.round(days * 1440), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** Returns a queue that runs at most `width` tasks at a time, in order of submission. */
function limitConcurrency(width: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= width) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    }
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}

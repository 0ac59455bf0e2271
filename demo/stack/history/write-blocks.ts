// Runs the simulator's program that writes segments of history as blocks, and moves the blocks into the data folder of
// Prometheus. A running Prometheus finds them within a minute.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { z } from "zod";
import { cloneFolder, ensureFolder } from "../folders";
import type { ProcessOwner } from "../process/process";
import { runTask } from "../process/task";
import { createTypescriptCommand } from "../process/typescript-command";
import { StackError } from "../stack-error";
import type { HistorySegment } from "./history-plan";

/** Inputs of the program that writes history blocks. */
export interface BlockWriterOptions {
  /** Prometheus's data folder. */
  readonly dataFolder: string;
  readonly seed: number;
  /** First start of the demo, the origin of the scenario. Absent if the history has no scenario. */
  readonly scenarioStartMs?: number;
  /** Initial faults of the fleet as `<deployment>:<fault>`; the history's end already contains them. */
  readonly faults?: readonly string[];
  readonly owner: ProcessOwner;
  readonly signal?: AbortSignal;
  /** Program that writes the blocks, for tests of the stack. Absent for the program of the simulator. */
  readonly script?: string;
}

/** Segments to write in one run of the program. */
export interface BlockRequest {
  /** Segments to write, in the order in which they are loaded. */
  readonly segments: readonly HistorySegment[];
  /** Time at which counters are 0. */
  readonly countersFromMs: number;
  /** Start of the initial faults; absent for segments before them. */
  readonly faultsFromMs?: number;
  /** Called when blocks are in the data folder, with the segments that they contain. */
  readonly onLoaded: (segments: readonly HistorySegment[]) => void;
  /**
   * True to move each block as soon as it is complete. Otherwise all are moved at the end, so that an interrupted run
   * leaves none.
   */
  readonly movesBlocksImmediately: boolean;
}

/** Throws `StackError` if the program fails, and the signal's reason when it is stopped. */
export async function writeBlocks(options: BlockWriterOptions, request: BlockRequest): Promise<void> {
  const { dataFolder, owner, signal } = options;
  const id = randomUUID();
  const staging = ensureFolder(join(dirname(dataFolder), "history", id));
  const script = options.script ?? join(cloneFolder, "demo/simulator/write-history.ts");
  const blocks: string[] = [];
  const move = (names: readonly string[], segments: readonly HistorySegment[]): void => {
    for (const name of names) moveBlock(join(staging, name), dataFolder);
    request.onLoaded(segments);
  };
  try {
    const { exitCode, outputEnd } = await runTask(
      {
        name: `history-${id}`,
        ...createTypescriptCommand(script, writerArguments(options, request, staging)),
        cwd: cloneFolder,
        onLine: (name) => {
          if (!existsSync(join(staging, name, "meta.json"))) return;
          if (request.movesBlocksImmediately)
            move([name], request.segments.slice(blocks.length, blocks.length + 1));
          blocks.push(name);
        },
      },
      owner,
      signal,
    );
    signal?.throwIfAborted();
    if (exitCode !== 0 || blocks.length < request.segments.length)
      throw new StackError(
        `loading history failed: ${outputEnd.trim()}`,
        "run npm run demo again; it continues with the missing segments",
      );
    if (!request.movesBlocksImmediately) move(blocks, request.segments);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

function writerArguments(
  writer: BlockWriterOptions,
  request: BlockRequest,
  folder: string,
): readonly string[] {
  const { scenarioStartMs, faults = [], seed } = writer;
  const { segments, countersFromMs, faultsFromMs } = request;
  return [
    ...segments.map(({ fromMs, toMs, sampleSpacingMs }) => `--segment=${fromMs}-${toMs}/${sampleSpacingMs}`),
    `--seed=${seed}`,
    `--counters-from=${countersFromMs}`,
    ...(scenarioStartMs === undefined ? [] : [`--scenario-start=${scenarioStartMs}`]),
    ...(faultsFromMs === undefined
      ? []
      : [...faults.map((fault) => `--fault=${fault}`), `--faults-from=${faultsFromMs}`]),
    `--out=${folder}`,
  ];
}

/**
 * Moves a block into the data folder. Prometheus drops samples of its write-ahead log that are older than the newest
 * block, unless that block is marked as out of order. The log still contains the last hours before a pause, so blocks
 * for the pause need that mark.
 */
function moveBlock(block: string, dataFolder: string): void {
  if (existsSync(join(ensureFolder(dataFolder), "wal"))) markOutOfOrder(join(block, "meta.json"));
  renameSync(block, join(dataFolder, block.slice(dirname(block).length + 1)));
}

const blockMeta = z.looseObject({ compaction: z.looseObject({ hints: z.array(z.string()).optional() }) });

function markOutOfOrder(file: string): void {
  const meta = blockMeta.parse(JSON.parse(readFileSync(file, "utf8")));
  const hints = [...(meta.compaction.hints ?? []), "from-out-of-order"];
  writeFileSync(file, JSON.stringify({ ...meta, compaction: { ...meta.compaction, hints } }, undefined, 2));
}

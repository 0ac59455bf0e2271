/**
 * Reads the history from which the margin of a comparison is estimated, if the side before does not have enough windows.
 * The history ends with the side before, so that a later change does not widen the margin.
 */
import { minMarginWindows } from "@/lib/analysis/statistics/verdict/margin";
import { isAppError } from "@/lib/model/app-error";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import type { MeasuredSide } from "@/lib/model/comparison/measured-side";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import { scopedKey, type SourceScope } from "@/lib/model/sources/source-scope";
import { createWorkShare, findOrStart, type WorkShare } from "@/lib/server/concurrency/share";
import { getLogger } from "@/lib/server/logger";
import { getProcessMemory } from "@/lib/server/memory";
import { readBlocks } from "@/lib/services/baselines/read-blocks";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";

const hourMs = 3_600_000;
/** Windows to read: some have a different load. */
const historyWindowCount = 2 * minMarginWindows;
const minHistoryMs = 6 * hourMs;
/** The longest window that can be divided into blocks. */
const maxHistoryMs = 62 * 24 * hourMs;
const historyTimeLimitMs = 6_000;
/** The past does not change, so a history is kept for further comparisons with the same side. */
const retentionMs = 600_000;

type Histories = WorkShare<MeasuredBlocks | null>;

const histories = (): Histories =>
  getProcessMemory("spread-histories", () =>
    createWorkShare({
      graceMs: historyTimeLimitMs,
      retentionMs: (outcome) => (outcome.kind === "done" ? retentionMs : 0),
      previousRetentionMs: 0,
    }),
  );

export interface HistoryRequest {
  /** Length of the compared windows. */
  readonly windowMs: number;
  readonly scope: SourceScope;
  readonly signal: AbortSignal;
}

/**
 * Returns the blocks of the history before and including the side; null if the side has enough windows, or if the history
 * cannot be read. Never throws errors of the source: the default margin applies without a history.
 */
export async function readSpreadHistory(
  side: MeasuredSide,
  { windowMs, scope, signal }: HistoryRequest,
): Promise<MeasuredBlocks | null> {
  const { window, measured, deployment } = side;
  if (Math.floor((window.endMs - window.startMs) / windowMs) >= minMarginWindows) return null;
  const lengthMs = Math.min(maxHistoryMs, Math.max(minHistoryMs, historyWindowCount * windowMs));
  const history = { startMs: window.endMs - lengthMs, endMs: window.endMs };
  const { deployments, aliases } = await readKnownDeployments(scope);
  const slug = aliases.get(deployment.slug) ?? deployment.slug;
  const found = deployments.find((one) => one.slug === slug);
  if (found === undefined) return null;
  const signals = listHistorySignals(measured);
  const key = scopedKey(scope, slug, history.startMs, history.endMs, signals);
  const work = findOrStart(histories(), key, async (workSignal) => {
    const limited = AbortSignal.any([workSignal, AbortSignal.timeout(historyTimeLimitMs)]);
    const result = await readBlocks({ deployment: found, window: history, signals, signal: limited });
    return result.kind === "blocks" ? result.blocks : null;
  });
  try {
    return await work.joinResult(signal);
  } catch (error) {
    signal.throwIfAborted();
    getLogger().debug({ error, deployment: slug }, "the history for a margin could not be read");
    if (!isAppError(error) && !(error instanceof DOMException)) throw error;
    return null;
  }
}

/** Returns the measured signals of the engine that have a better direction, and those of the load. */
function listHistorySignals({ distributions, counters, gauges }: MeasuredBlocks): readonly SignalId[] {
  const isJudged = (id: SignalId): boolean => {
    const { better, family, layer } = signalDefinition(id);
    return better !== "neither" && (family === "engine" || layer === "application");
  };
  const loads: readonly string[] = ["requests", "prompt-length", "output-length", "prompt-tokens"];
  return [distributions, counters, gauges]
    .flatMap((one) => Object.keys(one))
    .map((id) => signalDefinition(id as SignalId).id)
    .filter((id) => isJudged(id) || loads.includes(id))
    .toSorted();
}

/** Reads the arms of an experiment: the blocks of their windows or their baseline, and the number of their instances. */
import { assertPresent } from "@/lib/base/assert";
import { limitPlannedBlocks } from "@/lib/analysis/experiments/baseline-arm";
import { joinArmBlocks, pickArmBlocks, type ArmBlocks } from "@/lib/analysis/experiments/arm-blocks";
import type { ObservedArm } from "@/lib/analysis/experiments/judge-measures";
import { limitWindows, mergeIntoQueryRanges } from "@/lib/analysis/experiments/limit-windows";
import { createFewBlocksReason, minuteMs } from "@/lib/analysis/statistics/blocks/plan-blocks";
import { engineOfDeployment } from "@/lib/engines";
import { getRequestCounting } from "@/lib/engines/request-counting";
import { inFlightSignals } from "@/lib/model/baseline/request-counting";
import type { ExperimentPlan } from "@/lib/model/investigation/experiments/experiment";
import { baselineProblemText } from "@/lib/sentences/investigations/experiments/baseline-problem-text";
import type { SignalId } from "@/lib/model/signals/signals";
import type { Reader } from "@/lib/server/principal";
import { readReadyOrServingInstanceCounts } from "@/lib/services/baselines/read-instance-counts";
import { readTimeBlocks, type TimeBlocksResult } from "@/lib/services/baselines/read-blocks";
import { prepareArm, type PreparedArm } from "./prepare-arm";
import type { BaselineReadFailure } from "./read-baseline-arm";
import { readArmCosts } from "./read-arm-cost";

/** Signals that describe the load: finished requests, requests in flight, and lengths. */
const loadSignals: readonly SignalId[] = [
  "requests",
  "prompt-tokens",
  "output-tokens",
  "prompt-length",
  "output-length",
  ...inFlightSignals,
];

/** The plan whose arms are read, and the caller on whose behalf. */
export interface ReadArmsRequest {
  readonly plan: ExperimentPlan;
  readonly nowMs: number;
  readonly reader: Reader;
  readonly signal: AbortSignal;
}

type MissingReason =
  | Extract<TimeBlocksResult, { kind: "cannot-tell" }>["reason"]
  | { readonly kind: "unread-baseline"; readonly reason: BaselineReadFailure }
  /** No verdict is possible with the data of the baseline. `problem` is a sentence. */
  | { readonly kind: "unusable-baseline"; readonly problem: string }
  /** The samples of this arm need longer blocks than the baseline has. */
  | { readonly kind: "unequal-blocks"; readonly blockMs: number; readonly neededMs: number };

/** An arm whose blocks were read. */
export interface ArmMeasurements extends PreparedArm, ObservedArm {}

/** The blocks of both arms, or the first arm without usable blocks and the reason. */
export type ReadArmsResult =
  | {
      readonly kind: "measured";
      readonly arms: readonly [reference: ArmMeasurements, changed: ArmMeasurements];
      /** The plan. Its number of planned blocks is reduced to the number that a baseline arm has. */
      readonly plan: ExperimentPlan;
    }
  | { readonly kind: "missing"; readonly arm: string; readonly reason: MissingReason };

/** Reads the blocks of both arms. Throws not-found, errors of the source and database-unavailable. */
export async function readArms({ plan: declared, ...request }: ReadArmsRequest): Promise<ReadArmsResult> {
  const opened = await Promise.all(declared.arms.map((arm) => prepareArm(arm, request)));
  for (const { arm, stored, readFailure } of opened) {
    if (readFailure !== null)
      return { kind: "missing", arm: arm.name, reason: { kind: "unread-baseline", reason: readFailure } };
    const problem =
      stored === null ? null : baselineProblemText(arm.name, stored.document, { isStarted: true });
    if (problem !== null)
      return { kind: "missing", arm: arm.name, reason: { kind: "unusable-baseline", problem } };
  }
  const empty = opened.find(({ windows }) => windows.length === 0);
  if (empty !== undefined) return { kind: "missing", arm: empty.arm.name, reason: { kind: "no-samples" } };
  const baselines = opened.flatMap(({ stored }) => (stored === null ? [] : [stored.blocks]));
  const plan = { ...declared, measures: limitPlannedBlocks(declared.measures, baselines) };
  const blockMs = baselines[0]?.measured.blockMs ?? minuteMs;
  const found = await readBoth(opened, { ...request, plan }, blockMs);
  const read: Omit<ArmMeasurements, "cost">[] = [];
  for (const [index, one] of opened.entries()) {
    const blocks = assertPresent(found[index], "each arm was read");
    if (blocks.kind === "cannot-tell") return { kind: "missing", arm: one.arm.name, reason: blocks.reason };
    // An earlier release stored a baseline without the counting, but with the gauges of requests in flight.
    const requestCounting =
      one.stored?.document.load.requestCounting ?? getRequestCounting(engineOfDeployment(one.deployment));
    read.push({ ...one, blocks: blocks.blocks, requestCounting });
  }
  const costs = plan.measures.hasCostGuard ? await readArmCosts(read) : [];
  const [reference, changed] = read.map((arm, index): ArmMeasurements => ({
    ...arm,
    cost: costs[index] ?? null,
  }));
  return {
    kind: "measured",
    plan,
    arms: [
      assertPresent(reference, "the reference arm was measured"),
      assertPresent(changed, "the changed arm was measured"),
    ],
  };
}

type ArmResult =
  | { readonly kind: "blocks"; readonly blocks: ArmBlocks }
  | { readonly kind: "cannot-tell"; readonly reason: MissingReason };

/**
 * Reads both arms in blocks of the same length: `blockMs`, or longer if the scrape interval requires it. The blocks of a
 * baseline have a fixed length. If the other arm needs longer blocks, the arms cannot be compared.
 */
async function readBoth(
  opened: readonly PreparedArm[],
  request: ReadArmsRequest,
  blockMs: number,
): Promise<readonly ArmResult[]> {
  const found = await Promise.all(
    opened.map(async (one): Promise<ArmResult> =>
      one.stored === null ? readArm(one, request, blockMs) : { kind: "blocks", blocks: one.stored.blocks },
    ),
  );
  if (opened.some(({ stored }) => stored !== null))
    return found.map((one) =>
      one.kind === "blocks" && one.blocks.measured.blockMs !== blockMs
        ? createUnequal(blockMs, one.blocks.measured.blockMs)
        : one,
    );
  const longestMs = Math.max(
    ...found.map((one) => (one.kind === "blocks" ? one.blocks.measured.blockMs : blockMs)),
  );
  return longestMs > blockMs ? readBoth(opened, request, longestMs) : found;
}

function createUnequal(blockMs: number, neededMs: number): ArmResult {
  return { kind: "cannot-tell", reason: { kind: "unequal-blocks", blockMs, neededMs } };
}

/**
 * Reads the blocks of one arm. At most the planned time is read, so that the length of the blocks does not change while the
 * experiment runs.
 */
async function readArm(
  { deployment, scope, windows }: PreparedArm,
  { plan, signal }: ReadArmsRequest,
  blockMs: number,
): Promise<ArmResult> {
  const { primary, guards, plannedBlocks } = plan.measures;
  const signals = [...new Set([...loadSignals, primary.signal, ...guards.map((guard) => guard.signal)])];
  const limited = limitWindows(windows, { plannedBlocks, blockMs });
  // A source may have no sample of an experiment that has just started.
  if (limited.every(({ startMs, endMs }) => endMs - startMs < blockMs))
    return { kind: "cannot-tell", reason: createFewBlocksReason(0, blockMs) };
  const parts: ArmBlocks[] = [];
  let missing: ArmResult | null = null;
  for (const stretch of mergeIntoQueryRanges(limited, blockMs)) {
    const read = await readTimeBlocks({
      deployment,
      scope,
      window: stretch,
      signals,
      minBlockMs: blockMs,
      signal,
    });
    if (read.kind === "blocks") {
      const counts = await readReadyOrServingInstanceCounts({ deployment, scope, signal }, read);
      parts.push(pickArmBlocks(read.blocks, limited, counts));
    } else missing ??= read;
  }
  return parts.length === 0 && missing !== null
    ? missing
    : { kind: "blocks", blocks: joinArmBlocks(parts.filter(hasLongestBlocks)) };
}

/** Returns whether the part has the longest blocks of its arm. Other parts are excluded, because the arm is read again in the longest blocks. */
function hasLongestBlocks({ measured }: ArmBlocks, _index: number, parts: readonly ArmBlocks[]): boolean {
  return parts.every((other) => other.measured.blockMs <= measured.blockMs);
}

/** Reads the bounds of the steps in the roofline before and after a fix. */
import { judgeBoundMove, type ClassifiedBound } from "@/lib/analysis/validation/bottleneck";
import type { RooflinePageData, RooflinePool } from "@/lib/contracts/roofline/roofline";
import type { StepSharesResponse } from "@/lib/contracts/roofline/roofline-point";
import { sentenceText } from "@/lib/format/sentence-text";
import type { RooflineBottleneck, StepParts } from "@/lib/model/investigation/validation";
import type { TimeWindow } from "@/lib/model/time-window";
import { boundMoveSentence } from "@/lib/sentences/investigations/bottleneck-text";
import { boundText } from "@/lib/sentences/roofline/bound-text";
import { readRooflinePage } from "@/lib/services/roofline/read-roofline-page";
import { readOrFailureReason, type BottleneckRequest } from "./read-or-failure-reason";

/** Returns the roofline bounds of the steps before and after the fix. Throws database-unavailable. */
export async function readRooflineBottleneck(request: BottleneckRequest): Promise<RooflineBottleneck> {
  const read = await readOrFailureReason(request, compareRooflines);
  return typeof read === "string" ? createUnknownRooflineBottleneck(read) : read;
}

async function compareRooflines(request: BottleneckRequest): Promise<RooflineBottleneck> {
  const { deployment, signal } = request;
  const readPage = (window: TimeWindow): Promise<RooflinePageData> =>
    readRooflinePage({
      deployment,
      window,
      windowExpression: { from: String(window.startMs), to: String(window.endMs) },
      signal,
    });
  const [before, after] = await Promise.all([readPage(request.before), readPage(request.after)]);
  const missing = [before, after].find(({ unavailableReason }) => unavailableReason !== null);
  if (missing !== undefined && missing.unavailableReason !== null)
    return createUnknownRooflineBottleneck(sentenceText(missing.unavailableReason));
  const steps = listSteps(before, after);
  const [first] = steps;
  const verdict = combineVerdicts(steps.map((step) => judgeBoundMove(step.bounds.before, step.bounds.after)));
  const decisive =
    verdict === "moved"
      ? steps.find((step) => judgeBoundMove(step.bounds.before, step.bounds.after) === "moved")
      : first;
  const named = decisive === undefined ? [] : [decisive, ...steps.filter((step) => step !== decisive)];
  const entries = named.map(({ title, before: was, after: is }) => ({ title, before: was, after: is }));
  return {
    verdict,
    from: decisive?.before?.bound ?? null,
    to: decisive?.after?.bound ?? null,
    sentence: boundMoveSentence(verdict, { steps: entries, missingReason: null }),
    steps: entries,
  };
}

type Verdict = RooflineBottleneck["verdict"];

function combineVerdicts(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes("moved")) return "moved";
  return verdicts.length > 0 && verdicts.every((verdict) => verdict === "same") ? "same" : "cannot-tell";
}

interface ComparedStep {
  readonly title: string;
  readonly before: StepParts | null;
  readonly after: StepParts | null;
  readonly bounds: { readonly before: ClassifiedBound | null; readonly after: ClassifiedBound | null };
}

/** Returns the decode and prefill steps that a side has, decode first. */
function listSteps(before: RooflinePageData, after: RooflinePageData): readonly ComparedStep[] {
  const hasPools = Math.max(before.pools.length, after.pools.length) > 1;
  const roles = [...new Set([...before.pools, ...after.pools].map(({ role }) => role))];
  return roles.flatMap((role) => {
    const [was, is] = [before, after].map(({ pools }) => pools.find((pool) => pool.role === role));
    return (["decode", "prefill"] as const).flatMap((phase): readonly ComparedStep[] => {
      const [first, second] = [was, is].map((pool) => sharesOf(pool, phase));
      if (!first && !second) return [];
      const title = phase === "decode" ? "Decode" : "Prefill";
      return [
        {
          title: hasPools ? `${title}, pool ${role}` : title,
          before: toParts(first),
          after: toParts(second),
          bounds: { before: toBound(first), after: toBound(second) },
        },
      ];
    });
  });
}

function sharesOf(pool: RooflinePool | undefined, phase: "decode" | "prefill"): StepSharesResponse | null {
  const shares = phase === "decode" ? pool?.fullWindow.decodeShares : pool?.fullWindow.prefillShares;
  // A step that is shorter than its parts has a wrong input, so its bound is not known.
  return shares === undefined || shares === null || shares.impossibleSeconds > 0 ? null : shares;
}

function toBound(shares: StepSharesResponse | null | undefined): ClassifiedBound | null {
  return shares ? { boundBy: shares.boundBy, secondBound: shares.secondBound ?? null } : null;
}

function toParts(shares: StepSharesResponse | null | undefined): StepParts | null {
  const bound = toBound(shares);
  if (!shares || bound === null || !(shares.stepSeconds > 0)) return null;
  const ratio = (seconds: number): number => seconds / shares.stepSeconds;
  return {
    memoryRatio: ratio(shares.memorySeconds),
    computeRatio: ratio(shares.computeSeconds),
    communicationRatio: ratio(shares.communicationSeconds),
    otherRatio: ratio(shares.otherSeconds),
    bound: boundText(bound),
  };
}

/** Returns a comparison of bounds without data. `reason` is a sentence. */
export function createUnknownRooflineBottleneck(reason: string): RooflineBottleneck {
  return {
    verdict: "cannot-tell",
    from: null,
    to: null,
    sentence: boundMoveSentence("cannot-tell", { steps: [], missingReason: reason }),
    steps: [],
  };
}

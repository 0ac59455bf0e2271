/** Reads the phases of traced requests before and after a fix. */
import { judgePhaseMove, type PhaseMove } from "@/lib/analysis/validation/bottleneck";
import { traceComparisonContract } from "@/lib/contracts/traces/trace-comparison";
import { phaseTitle } from "@/lib/format/phase";
import { sentenceText } from "@/lib/format/sentence-text";
import type { PhaseBottleneck } from "@/lib/model/investigation/validation";
import { phaseMoveSentence } from "@/lib/sentences/investigations/bottleneck-text";
import { compareTraces } from "@/lib/services/traces/comparison/compare-traces";
import { readOrFailureReason, type BottleneckRequest } from "./read-or-failure-reason";

const nanosecondsPerSecond = 1e9;

/**
 * Returns whether the longest phase of requests changed with the fix, and the mean time of each phase. Throws
 * database-unavailable.
 */
export async function readPhaseBottleneck(request: BottleneckRequest): Promise<PhaseBottleneck> {
  const read = await readOrFailureReason(request, comparePhases);
  return typeof read === "string" ? createUnknownPhaseBottleneck(read) : read;
}

async function comparePhases(request: BottleneckRequest): Promise<PhaseBottleneck> {
  const { deployment, before, after, goal, principal, requestId, signal } = request;
  const query = traceComparisonContract.query.parse({
    deployment: deployment.slug,
    from: String(after.startMs),
    to: String(after.endMs),
    a: "all",
    b: `from:${before.startMs}`,
    time: goal?.signal === "ttft" ? "first-token" : "request",
  });
  const input = { params: {}, body: {}, principal, requestId, signal };
  const { a, b, difference, headline } = await compareTraces({ ...input, query });
  if (difference === null) return createUnknownPhaseBottleneck(sentenceText(headline));
  const phases = difference.phases.map((row) => ({
    phase: row.phase,
    before: row.b,
    after: row.a,
    interval: row.interval,
  }));
  const move = judgePhaseMove(phases, { beforeCount: b.n, afterCount: a.n });
  const seconds = (ns: number): number => ns / nanosecondsPerSecond;
  return {
    ...describeMove(move),
    phases: phases
      .toSorted((one, other) => other.before - one.before)
      .map(({ phase, before: was, after: is, interval }) => ({
        title: phaseTitle(phase),
        beforeSeconds: seconds(was),
        afterSeconds: seconds(is),
        difference:
          interval === null ? null : { lower: seconds(interval.lower), upper: seconds(interval.upper) },
      })),
    beforeCount: b.n,
    afterCount: a.n,
  };
}

function describeMove(move: PhaseMove): Pick<PhaseBottleneck, "verdict" | "from" | "to" | "sentence"> {
  return {
    verdict: move.verdict,
    from: move.from === null ? null : phaseTitle(move.from),
    to: move.to === null ? null : phaseTitle(move.to),
    sentence: phaseMoveSentence(move),
  };
}

/** Returns a comparison of phases without data. `reason` is a sentence. */
export function createUnknownPhaseBottleneck(reason: string): PhaseBottleneck {
  const move: PhaseMove = { verdict: "cannot-tell", from: null, to: null, reason: null };
  return {
    ...describeMove(move),
    sentence: `${phaseMoveSentence(move)} ${reason}`,
    phases: [],
    beforeCount: 0,
    afterCount: 0,
  };
}

/**
 * What would explain that the ways disagree. A wrong input explains where the setting with it put right agrees with all that was
 * measured; a cause in the machine where only what it changes is off. What contradicts the bus, the tensor cores or the machines that
 * are seen is not named. Memory in use and the engine's own estimates are softer: what they speak against by more than the others is not
 * named either. Of what is left, whatever needs fewer things to be wrong; what the data cannot tell apart is named together.
 */
import type { Utilisation } from "@/lib/analysis/roofline/bounds/judge";
import { distance, type RatioComparison } from "./comparison";
import { sharedRatio } from "./mean-context";
import { estimatePool, type PoolSample, type PoolEstimates } from "./pool-estimates";
import { checksOf, dramWhileBusy, type SettingChecks } from "./setting-checks";
import { observedSettings, corrections, type Correction, type Suspect } from "./suspects";

/** Where the cause lies: in what was set, in the machine or what runs on it, or either, as far as the data tell. */
export type DisagreementCause = "inputs" | "machine" | "cannot-tell";

export interface Explanation {
  /** Best fit first; never empty. */
  readonly suspects: readonly Suspect[];
  /** They explain the same, so that any one of them may be it. */
  readonly isAmbiguous: boolean;
  readonly cause: DisagreementCause;
  /** Those of them that not every explanation needs: what is seen to differ from the setting is not among them. */
  readonly uncertainSuspects: readonly Suspect[];
  /** What the points would use if it were so; null where that does not follow. */
  readonly correctedUtilisation: ReadonlyMap<Suspect, Utilisation>;
}

interface Candidate {
  readonly suspects: readonly Suspect[];
  readonly isInput: boolean;
  /** How much the softer evidence speaks against it. */
  readonly contradiction: number;
  /** Sum of squares, in what is expected. */
  readonly misfit: number;
  readonly correctedUtilisation: Utilisation | null;
}

/** The bus is busy for most of the time when it is what most steps wait for; prompts wait for arithmetic. */
const busyBus = 0.5;
const maxSharedRatio = 0.05;
const maxContradiction = 3;
/** Softer evidence that is nearer than this does not decide. */
const similarityLimit = 0.5;
/** What explains by any factor counts as spoken against by this: where something explains by a factor of its own, that is named alone. */
const genericContradiction = 1;

export function explain(estimates: PoolEstimates, sample: PoolSample): Explanation {
  const observedCorrections = observedSettings(estimates.setting, sample).flatMap((one) =>
    evaluateCorrection(one, sample),
  );
  const candidates = [
    ...observedCorrections.flatMap(inputCandidate),
    ...observedCorrections.flatMap(({ correction }) =>
      corrections(correction, sample)
        .flatMap((one) => evaluateCorrection(one, sample))
        .flatMap(inputCandidate),
    ),
    ...observedCorrections.flatMap((one) => machineCandidates(one, sample)),
    ...observedCorrections.flatMap(modelCandidate),
  ];
  const group = likeliest(candidates);
  if (group.length === 0) {
    const facts = observedCorrections[0]?.correction.suspects ?? [];
    return {
      suspects: [...facts, { kind: "architecture" }],
      isAmbiguous: false,
      cause: facts.length > 0 ? "inputs" : "cannot-tell",
      uncertainSuspects: [],
      correctedUtilisation: new Map(),
    };
  }
  // What is seen to differ from the setting is wrong there, whatever else may be.
  const isInput = group.every(({ isInput: isOne, suspects }) => isOne || suspects.length > 1);
  const isMachine = group.every((one) => !one.isInput);
  const suspects = distinct(group.flatMap((one) => one.suspects));
  return {
    suspects,
    uncertainSuspects: suspects.filter((one) => !group.every((each) => isAmong(one, each.suspects))),
    isAmbiguous: group.length > 1,
    cause: isInput ? "inputs" : isMachine ? "machine" : "cannot-tell",
    correctedUtilisation: utilisationBySuspect(group),
  };
}

interface EvaluatedCorrection {
  readonly correction: Correction;
  readonly estimates: PoolEstimates;
  readonly checks: SettingChecks;
}

function evaluateCorrection(correction: Correction, poolSample: PoolSample): readonly EvaluatedCorrection[] {
  const sample = { ...poolSample, counters: { ...poolSample.counters, ...correction.counters } };
  const estimates = estimatePool(correction.setting, sample);
  return estimates === null ? [] : [{ correction, estimates, checks: checksOf(estimates, sample) }];
}

const agreesOrUnknown = (one: RatioComparison | null): boolean => one === null || one.agrees;
const deviation = (one: RatioComparison | null): number => (one === null ? 0 : Math.abs(distance(one)));

function against(...evidence: readonly (RatioComparison | null)[]): number {
  return evidence.reduce((sum, one) => sum + Math.min(maxContradiction, Math.max(0, deviation(one) - 1)), 0);
}

function inputCandidate({ correction, estimates, checks }: EvaluatedCorrection): readonly Candidate[] {
  const { bytes, flops, engineBytes, engineFlops, memory, isPossible, matchesObserved } = checks;
  const fits = agreesOrUnknown(bytes) && agreesOrUnknown(flops) && isPossible && matchesObserved;
  if (!fits || correction.suspects.length === 0) return [];
  return [
    {
      suspects: correction.suspects,
      isInput: true,
      contradiction: against(engineBytes, engineFlops, memory),
      misfit: deviation(bytes) ** 2 + deviation(flops) ** 2,
      correctedUtilisation: largestUtilisation(estimates),
    },
  ];
}

function largestUtilisation({ availablePhases }: PoolEstimates): Utilisation | null {
  const [largest] = availablePhases
    .map(({ busy: { mbu, mfu } }) => ({ mbu, mfu }))
    .toSorted((a, b) => Math.max(b.mbu, b.mfu) - Math.max(a.mbu, a.mfu));
  return largest ?? null;
}

/** What moves the bus's bytes alone, by any factor within reason. */
function machineCandidates(
  { correction, estimates, checks }: EvaluatedCorrection,
  sample: PoolSample,
): readonly Candidate[] {
  const { bytes, flops, engineBytes, engineFlops, memory, isPossible, matchesObserved } = checks;
  if (bytes === null || bytes.agrees || !isPossible || !matchesObserved) return [];
  const candidate = (
    kind: "slow-memory" | "other-work" | "shared-reads",
    extraContradiction = 0,
  ): Candidate => ({
    suspects: [...correction.suspects, { kind }],
    isInput: false,
    contradiction: against(engineBytes, engineFlops) + memoryContradiction(kind, memory) + extraContradiction,
    misfit: deviation(flops) ** 2,
    correctedUtilisation: null,
  });
  if (bytes.ratio < 1)
    return agreesOrUnknown(flops) && bytes.ratio >= minReadRatio(estimates, sample)
      ? [candidate("shared-reads")]
      : [];
  const isBusy = dramWhileBusy(estimates, sample) >= busyBus;
  return [
    // Slow memory makes requests wait until prompts are computed a second time: more work than is counted speaks against it softly.
    ...(isBusy && (agreesOrUnknown(flops) || isMore(flops))
      ? [candidate("slow-memory", against(flops))]
      : []),
    ...(agreesOrUnknown(unlessMore(flops)) ? [candidate("other-work")] : []),
  ];
}

/** Others may use memory as well, though an engine that takes its memory up front leaves them little. */
function memoryContradiction(kind: Suspect["kind"], memory: RatioComparison | null): number {
  const memoryMisfit = against(memory);
  return kind === "other-work" && (memory?.ratio ?? 0) > 1
    ? Math.min(memoryMisfit, 2 * genericContradiction)
    : memoryMisfit;
}

const isMore = (one: RatioComparison | null): boolean => one !== null && one.ratio > 1;

/** Others' work adds to what is seen. */
function unlessMore(one: RatioComparison | null): RatioComparison | null {
  return isMore(one) ? null : one;
}

/** Weights are read in any case, those of every expert apart; a cache that nobody shares is read as well. */
function minReadRatio({ availablePhases, setting }: PoolEstimates, { counters }: PoolSample): number {
  if (setting.served.shape.experts !== undefined) return 0;
  const isAlone =
    counters.cachedPromptTokensPerSecond !== undefined && sharedRatio(counters) <= maxSharedRatio;
  if (isAlone) return Infinity;
  const parts = availablePhases.map(({ average, basis: { work } }) => ({
    all: average.bytesPerSecond,
    kv: (average.bytesPerSecond * work.kvBytes) / work.bytes,
    error: average.error.bytes.below,
  }));
  const totalBytes = parts.reduce((sum, part) => sum + part.all, 0);
  const kv = parts.reduce((sum, part) => sum + part.kv, 0);
  return (1 - kv / totalBytes) * (1 - Math.max(...parts.map(({ error }) => error)));
}

/** Another model explains everything, so it is named where nothing that is measured of this one holds. */
function modelCandidate({ correction, checks }: EvaluatedCorrection): readonly Candidate[] {
  const { flops, engineFlops, memory, matchesObserved } = checks;
  if (!matchesObserved) return [];
  const agreeing = [flops, engineFlops, memory].filter((one) => one?.agrees === true).length;
  return [
    {
      suspects: [...correction.suspects, { kind: "architecture" }],
      isInput: true,
      contradiction: genericContradiction + agreeing,
      misfit: Infinity,
      correctedUtilisation: null,
    },
  ];
}

/** The least contradicted; of these those with the fewest suspects; of accelerators that nobody names the one that fits best. */
function likeliest(candidates: readonly Candidate[]): readonly Candidate[] {
  const minContradiction = Math.min(...candidates.map((one) => one.contradiction));
  const remaining = candidates.filter((one) => one.contradiction <= minContradiction + similarityLimit);
  const fewest = Math.min(...remaining.map(({ suspects }) => suspects.length));
  const sorted = remaining
    .filter(({ suspects }) => suspects.length === fewest)
    .toSorted((a, b) => Number(b.isInput) - Number(a.isInput) || a.misfit - b.misfit);
  const isGuessed = ({ suspects }: Candidate): boolean => suspects.at(-1)?.kind === "accelerator";
  const [guess] = sorted.filter(isGuessed);
  return sorted.filter((one) => !isGuessed(one) || one === guess);
}

const isAmong = (one: Suspect, suspects: readonly Suspect[]): boolean =>
  suspects.some((other) => JSON.stringify(other) === JSON.stringify(one));

/** The first of each. */
function distinct(suspects: readonly Suspect[]): readonly Suspect[] {
  return suspects.filter((one, at) => !isAmong(one, suspects.slice(0, at)));
}

function utilisationBySuspect(group: readonly Candidate[]): ReadonlyMap<Suspect, Utilisation> {
  return new Map(
    group.flatMap(({ suspects, correctedUtilisation }) =>
      correctedUtilisation === null ? [] : suspects.map((one) => [one, correctedUtilisation] as const),
    ),
  );
}

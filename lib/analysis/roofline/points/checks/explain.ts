/**
 * Explains why the methods disagree. An incorrect input is an explanation if the corrected setting matches all
 * measurements. A problem of the machine is an explanation if only the quantity that it affects deviates. Explanations
 * that contradict the memory bus, the tensor cores or the observed machines are rejected. Memory in use and the
 * engine's estimates are weaker evidence: explanations that contradict them more than others do are rejected too. Of
 * the remaining explanations, those with the fewest incorrect inputs are returned. Explanations that the data cannot
 * distinguish are returned together.
 */
import type { Utilisation } from "@/lib/analysis/roofline/bounds/judge-utilisation";
import { distanceFromExpected, type RatioComparison } from "./comparison";
import { cachedPromptRatio } from "@/lib/analysis/roofline/points/mean-context";
import {
  estimatePool,
  type PoolSample,
  type PoolEstimates,
} from "@/lib/analysis/roofline/points/pool-estimates";
import { checkSetting, dramActiveWhileBusy, type SettingChecks } from "./setting-checks";
import { settingsFromObservations, correctedSettings, type Correction, type Suspect } from "./suspects";

/** Cause of a disagreement of methods: configured inputs, the machine or its other work, or unknown. */
export type DisagreementCause = "inputs" | "machine" | "cannot-tell";

/** Explanations of a disagreement between the methods that fit the measurements best. */
export interface Explanation {
  /** Best fit first; never empty. */
  readonly suspects: readonly Suspect[];
  /** True if each of the suspects alone is a complete explanation, so that any of them may be the cause. */
  readonly isAmbiguous: boolean;
  /** Source of the disagreement. */
  readonly cause: DisagreementCause;
  /** Suspects of some explanations only. Observed differences from the setting are excluded. */
  readonly alternativeSuspects: readonly Suspect[];
  /** Utilisation of the points with the suspect corrected; null if it cannot be computed. */
  readonly correctedUtilisation: ReadonlyMap<Suspect, Utilisation>;
}

interface Candidate {
  readonly suspects: readonly Suspect[];
  readonly isInput: boolean;
  /** How strongly the weaker evidence contradicts the explanation. */
  readonly contradiction: number;
  /** Sum of squared deviations, in units of the expected error. */
  readonly misfit: number;
  readonly correctedUtilisation: Utilisation | null;
}

/**
 * Bus activity from which slow memory is plausible. If steps wait for the memory bus, the bus is busy most of the time.
 * Prompts wait for compute instead.
 */
const busyBus = 0.5;
const maxSharedRatio = 0.05;
const maxContradiction = 3;
/** Smaller differences of the weaker evidence are ignored. */
const similarityLimit = 0.5;
/**
 * Contradiction assigned to explanations that fit any factor, so that an explanation with a specific factor is
 * preferred.
 */
const genericContradiction = 1;

/**
 * Finds the incorrect inputs or machine properties whose correction makes the estimates match all
 * measurements.
 */
export function explainDisagreement(estimates: PoolEstimates, sample: PoolSample): Explanation {
  const observedCorrections = settingsFromObservations(estimates.setting, sample).flatMap((one) =>
    evaluateCorrection(one, sample),
  );
  const candidates = [
    ...observedCorrections.flatMap(inputCandidate),
    ...observedCorrections.flatMap(({ correction }) =>
      correctedSettings(correction, sample)
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
      alternativeSuspects: [],
      correctedUtilisation: new Map(),
    };
  }
  // An observed difference from the setting is an incorrect input in any case.
  const isInput = group.every(({ isInput: isOne, suspects }) => isOne || suspects.length > 1);
  const isMachine = group.every((one) => !one.isInput);
  const suspects = distinct(group.flatMap((one) => one.suspects));
  return {
    suspects,
    alternativeSuspects: suspects.filter((one) => !group.every((each) => isAmong(one, each.suspects))),
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
  return estimates === null ? [] : [{ correction, estimates, checks: checkSetting(estimates, sample) }];
}

const agreesOrUnknown = (one: RatioComparison | null): boolean => one === null || one.isWithinExpectedError;
const deviation = (one: RatioComparison | null): number =>
  one === null ? 0 : Math.abs(distanceFromExpected(one));

function contradictionOf(...evidence: readonly (RatioComparison | null)[]): number {
  return evidence.reduce((sum, one) => sum + Math.min(maxContradiction, Math.max(0, deviation(one) - 1)), 0);
}

function inputCandidate({ correction, estimates, checks }: EvaluatedCorrection): readonly Candidate[] {
  const {
    bytes,
    flops,
    engineBytes,
    engineFlops,
    memory,
    isPossible,
    matchesObservedMachines: matchesObserved,
  } = checks;
  const fits = agreesOrUnknown(bytes) && agreesOrUnknown(flops) && isPossible && matchesObserved;
  if (!fits || correction.suspects.length === 0) return [];
  return [
    {
      suspects: correction.suspects,
      isInput: true,
      contradiction: contradictionOf(engineBytes, engineFlops, memory),
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

/** Returns machine problems that change only the bytes on the bus, by any plausible factor. */
function machineCandidates(
  { correction, estimates, checks }: EvaluatedCorrection,
  sample: PoolSample,
): readonly Candidate[] {
  const {
    bytes,
    flops,
    engineBytes,
    engineFlops,
    memory,
    isPossible,
    matchesObservedMachines: matchesObserved,
  } = checks;
  if (bytes === null || bytes.isWithinExpectedError || !isPossible || !matchesObserved) return [];
  const candidate = (
    kind: "slow-memory" | "other-work" | "shared-reads",
    extraContradiction = 0,
  ): Candidate => ({
    suspects: [...correction.suspects, { kind }],
    isInput: false,
    contradiction:
      contradictionOf(engineBytes, engineFlops) + memoryContradiction(kind, memory) + extraContradiction,
    misfit: deviation(flops) ** 2,
    correctedUtilisation: null,
  });
  if (bytes.ratio < 1)
    return agreesOrUnknown(flops) && bytes.ratio >= minReadRatio(estimates, sample)
      ? [candidate("shared-reads")]
      : [];
  const isBusy = dramActiveWhileBusy(estimates, sample) >= busyBus;
  return [
    // Slow memory can make requests wait until prompts are computed again, so more work than counted is only weak
    // evidence against it.
    ...(isBusy && (agreesOrUnknown(flops) || isMore(flops))
      ? [candidate("slow-memory", contradictionOf(flops))]
      : []),
    ...(agreesOrUnknown(unlessMore(flops)) ? [candidate("other-work")] : []),
  ];
}

/**
 * Returns how strongly the memory in use contradicts the explanation. Other processes may also use memory, but an
 * engine that allocates its memory at startup leaves little.
 */
function memoryContradiction(kind: Suspect["kind"], memory: RatioComparison | null): number {
  const memoryMisfit = contradictionOf(memory);
  return kind === "other-work" && (memory?.ratio ?? 0) > 1
    ? Math.min(memoryMisfit, 2 * genericContradiction)
    : memoryMisfit;
}

const isMore = (one: RatioComparison | null): boolean => one !== null && one.ratio > 1;

/**
 * Returns the comparison, or null if the measured value is larger than the counted value, because work of other
 * processes adds to the measurement.
 */
function unlessMore(one: RatioComparison | null): RatioComparison | null {
  return isMore(one) ? null : one;
}

/**
 * Returns the smallest plausible ratio of read bytes to counted bytes. Weights are always read, except weights of
 * unused experts. The KV cache is always read, except shared prefixes. Infinity if no prefix is shared, so that shared
 * reads are no explanation.
 */
function minReadRatio({ availablePhases, setting }: PoolEstimates, { counters }: PoolSample): number {
  if (setting.servedModel.shape.experts !== undefined) return 0;
  const isAlone =
    counters.cachedPromptTokensPerSecond !== undefined && cachedPromptRatio(counters) <= maxSharedRatio;
  if (isAlone) return Infinity;
  const parts = availablePhases.map(({ average, meanStep: { work } }) => ({
    total: average.bytesPerSecond,
    kv: (average.bytesPerSecond * work.kvBytes) / work.bytes,
    error: average.error.bytes.lowerByRatio,
  }));
  const totalBytes = parts.reduce((sum, part) => sum + part.total, 0);
  const kv = parts.reduce((sum, part) => sum + part.kv, 0);
  return (1 - kv / totalBytes) * (1 - Math.max(...parts.map(({ error }) => error)));
}

/**
 * Returns the model as a suspect. A different model could explain every difference, so it is named only if no other
 * measurement matches the setting.
 */
function modelCandidate({ correction, checks }: EvaluatedCorrection): readonly Candidate[] {
  const { flops, engineFlops, memory, matchesObservedMachines: matchesObserved } = checks;
  if (!matchesObserved) return [];
  const agreeing = [flops, engineFlops, memory].filter((one) => one?.isWithinExpectedError === true).length;
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

/**
 * Returns the least contradicted candidates. Of these, it returns the candidates with the fewest suspects, and of
 * guessed accelerators only the best fit.
 */
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

/** Removes duplicates. */
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

/**
 * What would explain that the ways disagree. A wrong input explains where the setting with it put right agrees with all that was
 * measured; a cause in the machine where only what it changes is off. What contradicts the bus, the tensor cores or the machines that
 * are seen is not named. Memory in use and the engine's own estimates are softer: what they speak against by more than the others is not
 * named either. Of what is left, whatever needs fewer things to be wrong; what the data cannot tell apart is named together.
 */
import type { Utilisation } from "@/lib/analysis/roofline/bounds/judge";
import { distance, type Comparison } from "./comparison";
import { sharedRatio } from "./mean-context";
import { placeWays, type PoolReading, type Ways } from "./place-ways";
import { checksOf, dramWhileBusy, type SettingChecks } from "./setting-checks";
import { asSeen, corrections, type Correction, type Suspect } from "./suspects";

/** Where the cause lies: in what was set, in the machine or what runs on it, or either, as far as the data tell. */
export type Cause = "inputs" | "machine" | "cannot-tell";

export interface Explained {
  /** Best fit first; never empty. */
  readonly suspects: readonly Suspect[];
  /** They explain the same, so that any one of them may be it. */
  readonly isEither: boolean;
  readonly cause: Cause;
  /** Those of them that not every explanation needs: what is seen to differ from the setting is not among them. */
  readonly unsure: readonly Suspect[];
  /** What the points would use if it were so; null where that does not follow. */
  readonly wouldUse: ReadonlyMap<Suspect, Utilisation>;
}

interface Candidate {
  readonly suspects: readonly Suspect[];
  readonly isInput: boolean;
  /** How much the softer evidence speaks against it. */
  readonly against: number;
  /** Sum of squares, in what is expected. */
  readonly misfit: number;
  readonly wouldUse: Utilisation | null;
}

/** The bus is busy for most of the time when it is what most steps wait for; prompts wait for arithmetic. */
const busyBus = 0.5;
const mostShared = 0.05;
const mostAgainst = 3;
/** Softer evidence that is nearer than this does not decide. */
const alike = 0.5;
/** What explains by any factor counts as spoken against by this: where something explains by a factor of its own, that is named alone. */
const freely = 1;

export function explain(told: Ways, reading: PoolReading): Explained {
  const seen = asSeen(told.setting, reading).flatMap((one) => weighed(one, reading));
  const candidates = [
    ...seen.flatMap(inputCandidate),
    ...seen.flatMap(({ correction }) =>
      corrections(correction, reading)
        .flatMap((one) => weighed(one, reading))
        .flatMap(inputCandidate),
    ),
    ...seen.flatMap((one) => machineCandidates(one, reading)),
    ...seen.flatMap(modelCandidate),
  ];
  const group = likeliest(candidates);
  if (group.length === 0) {
    const facts = seen[0]?.correction.suspects ?? [];
    return {
      suspects: [...facts, { kind: "architecture" }],
      isEither: false,
      cause: facts.length > 0 ? "inputs" : "cannot-tell",
      unsure: [],
      wouldUse: new Map(),
    };
  }
  // What is seen to differ from the setting is wrong there, whatever else may be.
  const isInput = group.every(({ isInput: isOne, suspects }) => isOne || suspects.length > 1);
  const isMachine = group.every((one) => !one.isInput);
  const suspects = distinct(group.flatMap((one) => one.suspects));
  return {
    suspects,
    unsure: suspects.filter((one) => !group.every((each) => isAmong(one, each.suspects))),
    isEither: group.length > 1,
    cause: isInput ? "inputs" : isMachine ? "machine" : "cannot-tell",
    wouldUse: usesOf(group),
  };
}

interface Weighed {
  readonly correction: Correction;
  readonly ways: Ways;
  readonly checks: SettingChecks;
}

function weighed(correction: Correction, told: PoolReading): readonly Weighed[] {
  const reading = { ...told, counters: { ...told.counters, ...correction.counters } };
  const ways = placeWays(correction.setting, reading);
  return ways === null ? [] : [{ correction, ways, checks: checksOf(ways, reading) }];
}

const holds = (one: Comparison | null): boolean => one === null || one.agrees;
const off = (one: Comparison | null): number => (one === null ? 0 : Math.abs(distance(one)));

function against(...evidence: readonly (Comparison | null)[]): number {
  return evidence.reduce((sum, one) => sum + Math.min(mostAgainst, Math.max(0, off(one) - 1)), 0);
}

function inputCandidate({ correction, ways, checks }: Weighed): readonly Candidate[] {
  const { bytes, flops, engineBytes, engineFlops, memory, isPossible, isAsSeen } = checks;
  const fits = holds(bytes) && holds(flops) && isPossible && isAsSeen;
  if (!fits || correction.suspects.length === 0) return [];
  return [
    {
      suspects: correction.suspects,
      isInput: true,
      against: against(engineBytes, engineFlops, memory),
      misfit: off(bytes) ** 2 + off(flops) ** 2,
      wouldUse: usedBy(ways),
    },
  ];
}

function usedBy({ placed }: Ways): Utilisation | null {
  const [largest] = placed
    .map(({ busy: { mbu, mfu } }) => ({ mbu, mfu }))
    .toSorted((a, b) => Math.max(b.mbu, b.mfu) - Math.max(a.mbu, a.mfu));
  return largest ?? null;
}

/** What moves the bus's bytes alone, by any factor within reason. */
function machineCandidates(
  { correction, ways, checks }: Weighed,
  reading: PoolReading,
): readonly Candidate[] {
  const { bytes, flops, engineBytes, engineFlops, memory, isPossible, isAsSeen } = checks;
  if (bytes === null || bytes.agrees || !isPossible || !isAsSeen) return [];
  const candidate = (kind: "slow-memory" | "other-work" | "shared-reads", besides = 0): Candidate => ({
    suspects: [...correction.suspects, { kind }],
    isInput: false,
    against: against(engineBytes, engineFlops) + inMemory(kind, memory) + besides,
    misfit: off(flops) ** 2,
    wouldUse: null,
  });
  if (bytes.ratio < 1)
    return holds(flops) && bytes.ratio >= leastRead(ways, reading) ? [candidate("shared-reads")] : [];
  const isBusy = dramWhileBusy(ways, reading) >= busyBus;
  return [
    // Slow memory makes requests wait until prompts are computed a second time: more work than is counted speaks against it softly.
    ...(isBusy && (holds(flops) || isMore(flops)) ? [candidate("slow-memory", against(flops))] : []),
    ...(holds(unlessMore(flops)) ? [candidate("other-work")] : []),
  ];
}

/** Others may use memory as well, though an engine that takes its memory up front leaves them little. */
function inMemory(kind: Suspect["kind"], memory: Comparison | null): number {
  const speaks = against(memory);
  return kind === "other-work" && (memory?.ratio ?? 0) > 1 ? Math.min(speaks, 2 * freely) : speaks;
}

const isMore = (one: Comparison | null): boolean => one !== null && one.ratio > 1;

/** Others' work adds to what is seen. */
function unlessMore(one: Comparison | null): Comparison | null {
  return isMore(one) ? null : one;
}

/** Weights are read in any case, those of every expert apart; a cache that nobody shares is read as well. */
function leastRead({ placed, setting }: Ways, { counters }: PoolReading): number {
  if (setting.served.shape.experts !== undefined) return 0;
  const isAlone = counters.cachedPromptTokensPerSecond !== undefined && sharedRatio(counters) <= mostShared;
  if (isAlone) return Infinity;
  const parts = placed.map(({ average, basis: { work } }) => ({
    all: average.bytesPerSecond,
    kv: (average.bytesPerSecond * work.kvBytes) / work.bytes,
    error: average.error.bytes.below,
  }));
  const all = parts.reduce((sum, part) => sum + part.all, 0);
  const kv = parts.reduce((sum, part) => sum + part.kv, 0);
  return (1 - kv / all) * (1 - Math.max(...parts.map(({ error }) => error)));
}

/** Another model explains everything, so it is named where nothing that is measured of this one holds. */
function modelCandidate({ correction, checks }: Weighed): readonly Candidate[] {
  const { flops, engineFlops, memory, isAsSeen } = checks;
  if (!isAsSeen) return [];
  const agreeing = [flops, engineFlops, memory].filter((one) => one?.agrees === true).length;
  return [
    {
      suspects: [...correction.suspects, { kind: "architecture" }],
      isInput: true,
      against: freely + agreeing,
      misfit: Infinity,
      wouldUse: null,
    },
  ];
}

/** The least contradicted; of these those with the fewest suspects; of accelerators that nobody names the one that fits best. */
function likeliest(candidates: readonly Candidate[]): readonly Candidate[] {
  const least = Math.min(...candidates.map((one) => one.against));
  const left = candidates.filter((one) => one.against <= least + alike);
  const fewest = Math.min(...left.map(({ suspects }) => suspects.length));
  const sorted = left
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

function usesOf(group: readonly Candidate[]): ReadonlyMap<Suspect, Utilisation> {
  return new Map(
    group.flatMap(({ suspects, wouldUse }) =>
      wouldUse === null ? [] : suspects.map((one) => [one, wouldUse] as const),
    ),
  );
}

/**
 * Generates strange deployments of every engine with the truth about each: series that are missing or stay at zero,
 * counters that appear with their first event, restarts, dead targets and renamed models. A case depends on its number
 * only, so that a failing one can be run again.
 */
import type { EngineId } from "@/lib/model/deployment/deployment";
import { signalDefinition } from "@/lib/model/signals/signals";
import { createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import type { ExposedSeriesList } from "@/tests/support/histories/strange-expositions";
import { familySeries, type ServerState } from "./family-series";
import type { ExposedFamily, ProfileSignal } from "./profile";
import { coveredEngines, findEngineProfile } from "./profiles";

/** Length of the history. */
export const historySeconds = 1_200;
/** Seconds of the history at which a target dies or restarts, or a model is renamed. */
export const changeSeconds = {
  dies: 600,
  removed: 720,
  diesLate: 1_080,
  restarts: 720,
  renamed: 1_050,
} as const;
/** Name of a model after it was renamed. */
export const nameAfterRename = (model: string): string => `${model}-next`;

const traffics = [
  "busy",
  "busy",
  "slow",
  "failing",
  "aborting",
  "silent",
  "stalled",
  "idle",
  "fresh",
  "unused",
] as const;
/** Traffic at the end of the history. "silent": requests finish, but no first token is observed. "unused": all zero. */
export type Traffic = (typeof traffics)[number];
/** "removed": the target dies, and service discovery removes it minutes later. */
type Life = "up" | "restarted" | "dead" | "just-died" | "removed";

export interface StrangeCase {
  readonly number: number;
  readonly model: string;
  /** Expositions by model name: one, or two for a renamed model. */
  readonly expositions: Readonly<Record<string, ExposedSeriesList>>;
  readonly truth: CaseTruth;
}

/** The state of the deployment at the end of the history. */
export interface CaseTruth {
  readonly engine: EngineId;
  readonly traffic: Traffic;
  readonly isRenamed: boolean;
  /** Targets in service discovery. */
  readonly targetCount: number;
  readonly deadCount: number;
  /** Targets that died and were removed. */
  readonly removedCount: number;
  /** At least one target responded and counted throughout the history. */
  readonly hasSteadyTarget: boolean;
  readonly isGateway: boolean;
  /** All families that the targets expose, at least from their first event on. */
  readonly families: readonly ExposedFamily[];
  /** Signals of which at least one family is missing, although the engine usually has it. */
  readonly signalsWithoutFamily: ReadonlySet<ProfileSignal>;
  readonly state: ServerState;
}

/** Engines whose targets serve one model each, so that the model of a target can be renamed. */
const renamableEngines: readonly EngineId[] = ["vllm", "ray-vllm", "sglang", "trtllm"];

/** Returns case `number`. The engines take turns. */
export function makeStrangeCase(number: number): StrangeCase {
  const random = createSeededRandom(number + 5_000_000);
  const pick = <T>(options: readonly T[]): T => {
    const chosen = options[Math.floor(random() * options.length)];
    if (chosen === undefined) throw new Error("nothing to pick from");
    return chosen;
  };
  const engine = coveredEngines[number % coveredEngines.length];
  if (engine === undefined) throw new Error("no engine has a profile");
  const { modelLabel, families } = findEngineProfile(engine);
  const chosen = pick(traffics);
  const canBeFresh = families.some(({ isEarly, isRequired }) => isEarly === true && isRequired === true);
  const traffic = chosen === "fresh" && !canBeFresh ? "busy" : chosen;
  const isRenamed = traffic === "busy" && renamableEngines.includes(engine) && random() < 0.4;
  const removed = families.filter((one) => one.isRequired !== true && random() < 0.15);
  const exposed = families.filter((one) => !removed.includes(one)).map((one) => withLoss(one, random()));
  const state = createServerState(traffic);
  const model = `${engine}-${number}`;
  const targets = Array.from({ length: pick([1, 2, 3]) }, (_, index) => ({
    host: `${model}-${index}`,
    life: chooseLife(index, isRenamed, pick),
  }));
  const series = targets.flatMap(({ host, life }) =>
    targetSeries(exposed, { host, life, modelLabel, state, isFresh: traffic === "fresh" }),
  );
  const removedCount = targets.filter(({ life }) => life === "removed").length;
  const dead = targets.filter(({ life }) => life === "dead" || life === "just-died");
  return {
    number,
    model,
    expositions: isRenamed ? renamed(model, series) : { [model]: series },
    truth: {
      engine,
      traffic,
      isRenamed,
      targetCount: targets.length - removedCount,
      deadCount: dead.length,
      removedCount,
      hasSteadyTarget: targets.some(({ life }) => life === "up"),
      isGateway: !renamableEngines.includes(engine),
      families: exposed,
      signalsWithoutFamily: new Set(removed.flatMap(({ signals }) => signals)),
      state,
    },
  };
}

/** The first target stays in service discovery, so that the deployment keeps a target. */
function chooseLife(index: number, isRenamed: boolean, pick: (options: readonly Life[]) => Life): Life {
  if (isRenamed) return "up";
  return pick(["up", "up", "restarted", "dead", "just-died", ...(index === 0 ? [] : ["removed" as const])]);
}

/** Histograms that feed one signal only may lack their sum or their buckets. */
function withLoss(family: ExposedFamily, chance: number): ExposedFamily {
  const { shape, signals, isRequired } = family;
  const [signal, ...otherSignals] = signals;
  const isAlone =
    signal !== undefined && signal !== "tpot-mean" && (otherSignals.length === 0 || signal === "tpot");
  if (shape.kind !== "histogram" || !isAlone || isRequired === true || chance >= 0.2) return family;
  if (signalDefinition(signal).kind !== "distribution") return family;
  return { ...family, missingSeries: chance < 0.1 ? "sum" : "buckets" };
}

const isServing = (traffic: Traffic): boolean =>
  traffic === "busy" ||
  traffic === "slow" ||
  traffic === "failing" ||
  traffic === "aborting" ||
  traffic === "silent";

/** Returns the traffic of one target. */
export function createServerState(traffic: Traffic): ServerState {
  const hadTraffic = traffic !== "fresh" && traffic !== "unused";
  const perSecond = hadTraffic ? 1 : 0;
  const failed = traffic === "failing" ? 1 : 0;
  const aborted = traffic === "aborting" ? 0.5 : 0;
  const isQuiet = !isServing(traffic) && traffic !== "stalled";
  const running = (seconds: number): number => {
    if (isQuiet) return traffic === "idle" && seconds < changeSeconds.dies ? 8 : 0;
    return traffic === "stalled" ? 8 : 8 + (seconds % 7);
  };
  const waiting = (): number => (traffic === "stalled" ? 3 : 0);
  return {
    levels: {
      running,
      waiting,
      inFlight: (seconds) => running(seconds) + waiting(),
      kvUsage: () => 0.4,
      reserved: () => 400,
    },
    flows: {
      received: perSecond + failed + aborted,
      ended: perSecond + failed + aborted,
      succeeded: perSecond,
      failed,
      aborted,
      firstTokens: traffic === "silent" ? 0 : perSecond,
      tokens: 200 * perSecond,
      promptTokens: 200 * perSecond,
      nothing: 0,
    },
    // A server that serves until the end stops after it.
    stopsAtSeconds: isServing(traffic) ? historySeconds : traffic === "stalled" ? 780 : 600,
    ttftSeconds: traffic === "slow" ? 6 : 0.3,
    isStalled: traffic === "stalled",
  };
}

interface Target {
  readonly host: string;
  readonly life: Life;
  readonly modelLabel: string | null;
  readonly state: ServerState;
  readonly isFresh: boolean;
}

function targetSeries(families: readonly ExposedFamily[], target: Target): ExposedSeriesList {
  const { host, life, modelLabel, state, isFresh } = target;
  const diesAt =
    life === "dead" || life === "removed"
      ? changeSeconds.dies
      : life === "just-died"
        ? changeSeconds.diesLate
        : Infinity;
  const series = families
    .filter(({ isEarly }) => !isFresh || isEarly === true)
    .flatMap((family) =>
      familySeries(family, modelLabel, state).map((one) => ({
        ...one,
        host,
        valueAt: (seconds: number): number | null => {
          if (seconds >= diesAt) return null;
          const isReset =
            life === "restarted" && seconds >= changeSeconds.restarts && family.shape.kind !== "gauge";
          if (!isReset) return one.valueAt(seconds);
          // Counters start again. Those whose traffic has stopped stay at zero.
          const sinceRestart = seconds - changeSeconds.restarts;
          return one.valueAt(
            Math.max(0, Math.min(sinceRestart, state.stopsAtSeconds - changeSeconds.restarts)),
          );
        },
      })),
    );
  const leavesAt = life === "removed" ? changeSeconds.removed : Infinity;
  const upAt = (seconds: number): number | null => (seconds >= leavesAt ? null : seconds < diesAt ? 1 : 0);
  return [{ name: "up", host, valueAt: upAt }, ...series];
}

/** The same targets, whose series have the next model name from some time on. */
function renamed(model: string, series: ExposedSeriesList): StrangeCase["expositions"] {
  const during = (isNext: boolean): ExposedSeriesList =>
    series
      .filter(({ name, modelLabel }) => !isNext || (name !== "up" && modelLabel !== null))
      .map((one) => ({
        ...one,
        labels: { ...one.labels, job: model },
        valueAt: (seconds: number) =>
          one.name === "up" || one.modelLabel === null || isNext === seconds >= changeSeconds.renamed
            ? one.valueAt(seconds)
            : null,
      }));
  return { [model]: during(false), [nameAfterRename(model)]: during(true) };
}

/**
 * Long-term scenario of the fleet, in addition to the daily and weekly pattern: one deployment has an incident that returns, one a
 * regression after a deploy, one grows. It is a function of time since the demo's first start, so a day looks the
 * same in history and live, regardless of later starts. The two weeks before the first start contain all three.
 */
import { healthyMachine, type MachineState } from "./cost";

/** Effect of the scenario on one deployment at one time. */
export interface ScenarioState {
  /** Factor on the arrival rate. */
  readonly loadRatio: number;
  readonly machineState: MachineState;
}

/** A change of a deployment at one time: of its software or hosts, or of what shares its hosts. */
export interface ScenarioDeploy {
  readonly kind: "deploy" | "configuration";
  readonly deployment: string;
  readonly title: string;
  readonly atMs: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const normalState: ScenarioState = { loadRatio: 1, machineState: healthyMachine };
/** Machine during an incident. */
const incidentState: ScenarioState = {
  ...normalState,
  machineState: { ...healthyMachine, memoryBandwidthRatio: 0.72 },
};

/** The scenario begins this long before the first start, the length of the initial history. */
const historyDays = 14;
const growthPerDay = 0.012;
/** End of the growth: two GPUs cannot serve more. */
const maxGrowthDays = 28;
/** Hours of the day (UTC) at which an incident is active. */
export const incidentHours = { from: 13, to: 15.5 } as const;
const incident = {
  deployment: "search-30b",
  firstDay: 4,
  everyDays: 6,
  /** From the change of the hosts to the first slow afternoon. */
  afterCauseMs: 2 * 60_000,
} as const;
/**
 * The incident with this number begins a day earlier, so it is active on two consecutive afternoons. The watch of the
 * first fix judges the hours of the incident, and up to a quarter more if the load is lower. It reopens the
 * investigation after the second afternoon, so the deploy of the next fix is later than this evaluation.
 */
export const relapseSchedule = { number: 1, daysBefore: 1, toHour: 17 } as const;
/** Every second deploy rolls back the previous one, so any two weeks contain one. */
const deploy = { deployment: "code-32b", firstDay: 7, everyDays: 14, launchSeconds: 0.004 } as const;
/** Machine with the slow release. */
const slowReleaseState: ScenarioState = {
  ...normalState,
  machineState: {
    ...healthyMachine,
    kernelLaunchSeconds: healthyMachine.kernelLaunchSeconds + deploy.launchSeconds,
  },
};
/** Length of a history slot. The load is solved at its edges and interpolated between them. */
export const historySlotMs = 600_000;

/** The running problem of the first start: a release leaves less memory for the KV cache. */
export const currentProblem = {
  deployment: "chat-70b",
  fault: "kv-cache-squeezed",
  beforeStartMs: 50 * 60_000,
  /** From the release to the problem. */
  afterReleaseMs: 2 * 60_000,
} as const;

/**
 * Returns load and machine state of a deployment at a time. `scenarioStartMs` is the demo's first start; null
 * disables the scenario, for tests that compare deployments.
 */
export function findScenarioState(
  deploymentName: string,
  atMs: number,
  scenarioStartMs: number | null,
): ScenarioState {
  if (scenarioStartMs === null) return normalState;
  const originMs = scenarioStartMs - historyDays * dayMs;
  if (deploymentName === "assist-8b") {
    const days = Math.min(maxGrowthDays, Math.max(0, (atMs - originMs) / dayMs));
    return { ...normalState, loadRatio: 1 + growthPerDay * days };
  }
  if (deploymentName === incident.deployment) {
    return isIncident(atMs, originMs) ? incidentState : normalState;
  }
  if (deploymentName === deploy.deployment && deployCount(atMs, originMs) % 2 === 1) {
    return slowReleaseState;
  }
  return normalState;
}

/**
 * Returns whether an incident is active: afternoons (UTC) of every sixth day, counted from the scenario's first day, and
 * of the day before the relapse.
 */
function isIncident(atMs: number, originMs: number): boolean {
  const day = Math.floor(atMs / dayMs) - Math.floor(originMs / dayMs) - incident.firstDay;
  const hour = (atMs % dayMs) / hourMs;
  const relapseDay = relapseSchedule.number * incident.everyDays;
  const isRelapse = day === relapseDay || day === relapseDay - relapseSchedule.daysBefore;
  if (!isRelapse && (day < 0 || day % incident.everyDays !== 0)) return false;
  return hour >= incidentHours.from && hour < (isRelapse ? relapseSchedule.toHour : incidentHours.to);
}

function deployCount(atMs: number, originMs: number): number {
  const days = (atMs - originMs) / dayMs - deploy.firstDay;
  return days < 0 ? 0 : Math.floor(days / deploy.everyDays) + 1;
}

/**
 * Returns the changes of the scenario up to a time, oldest first. A change of the hosts precedes each incident, the
 * deploy of its mitigation ends it, and the running problem begins after a release.
 */
export function listDeploysUntil(atMs: number, scenarioStartMs: number): readonly ScenarioDeploy[] {
  const originMs = scenarioStartMs - historyDays * dayMs;
  // A fault of the history begins with its slot.
  const findProblemStartMs =
    Math.floor((scenarioStartMs - currentProblem.beforeStartMs) / historySlotMs) * historySlotMs;
  const release = {
    kind: "deploy",
    deployment: currentProblem.deployment,
    title: `${currentProblem.deployment} release 2`,
    atMs: findProblemStartMs - currentProblem.afterReleaseMs,
  } as const;
  return [
    ...listReleases(atMs, originMs),
    ...listIncidentChanges(atMs, originMs),
    ...(release.atMs > atMs ? [] : [release]),
  ].toSorted((one, other) => one.atMs - other.atMs);
}

/** Returns the start of the last day of the incident with this number. */
function incidentDayMs(number: number, originMs: number): number {
  return (Math.floor(originMs / dayMs) + incident.firstDay + number * incident.everyDays) * dayMs;
}

/** Returns the changes of each incident up to a time: the cause before its first afternoon, and the move that ends it. */
function listIncidentChanges(atMs: number, originMs: number): readonly ScenarioDeploy[] {
  const changes: ScenarioDeploy[] = [];
  const { deployment } = incident;
  for (let number = 0; ; number += 1) {
    const isRelapse = number === relapseSchedule.number;
    const lastDayMs = incidentDayMs(number, originMs);
    const firstDayMs = lastDayMs - (isRelapse ? relapseSchedule.daysBefore * dayMs : 0);
    const cause = {
      kind: "configuration",
      deployment,
      title: `afternoon batch jobs share the hosts of ${deployment}`,
      atMs: firstDayMs + incidentHours.from * hourMs - incident.afterCauseMs,
    } as const;
    const move = {
      kind: "deploy",
      deployment,
      title: `${deployment} moved to other hosts`,
      atMs: lastDayMs + (isRelapse ? relapseSchedule.toHour : incidentHours.to) * hourMs,
    } as const;
    changes.push(...[cause, move].filter((change) => change.atMs <= atMs));
    if (cause.atMs > atMs) return changes;
  }
}

function listReleases(atMs: number, originMs: number): readonly ScenarioDeploy[] {
  return Array.from({ length: deployCount(atMs, originMs) }, (_, index) => ({
    kind: "deploy" as const,
    deployment: deploy.deployment,
    title: index % 2 === 0 ? `${deploy.deployment} release ${index + 2}` : `${deploy.deployment} rolled back`,
    atMs: originMs + (deploy.firstDay + index * deploy.everyDays) * dayMs,
  }));
}

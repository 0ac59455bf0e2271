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

/** A software change of a deployment at one time. */
export interface Deploy {
  readonly deployment: string;
  readonly title: string;
  readonly atMs: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const normalState: ScenarioState = { loadRatio: 1, machineState: healthyMachine };

/** The scenario begins this long before the first start, the length of the initial history. */
const historyDays = 14;
const growthPerDay = 0.012;
/** End of the growth: two GPUs cannot serve more. */
const maxGrowthDays = 28;
const incident = {
  deployment: "search-30b",
  firstDay: 4,
  everyDays: 6,
  fromHour: 13,
  toHour: 15.5,
} as const;
/** Every second deploy rolls back the previous one, so any two weeks contain one. */
const deploy = { deployment: "code-32b", firstDay: 7, everyDays: 14, launchSeconds: 0.004 } as const;
/** Length of a history slot. Within a slot the load is constant. */
export const historySlotMs = 600_000;

/** The running problem of the first start: a release leaves less memory for the KV cache. */
export const runningProblem = {
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
export function scenarioStateAt(
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
    const isOn = isIncident(atMs, originMs);
    return isOn
      ? { ...normalState, machineState: { ...healthyMachine, memoryBandwidthRatio: 0.45 } }
      : normalState;
  }
  if (deploymentName === deploy.deployment && deployCount(atMs, originMs) % 2 === 1) {
    const kernelLaunchSeconds = healthyMachine.kernelLaunchSeconds + deploy.launchSeconds;
    return { ...normalState, machineState: { ...healthyMachine, kernelLaunchSeconds } };
  }
  return normalState;
}

/**
 * Returns whether an incident is active: afternoons (UTC) of every sixth day, counted from the scenario's first day.
 */
function isIncident(atMs: number, originMs: number): boolean {
  const day = Math.floor(atMs / dayMs) - Math.floor(originMs / dayMs) - incident.firstDay;
  const hour = (atMs % dayMs) / hourMs;
  return day >= 0 && day % incident.everyDays === 0 && hour >= incident.fromHour && hour < incident.toHour;
}

function deployCount(atMs: number, originMs: number): number {
  const days = (atMs - originMs) / dayMs - deploy.firstDay;
  return days < 0 ? 0 : Math.floor(days / deploy.everyDays) + 1;
}

/**
 * Returns the deploys of the scenario up to a time, oldest first. Each incident ends with the deploy of its mitigation,
 * and the running problem begins after a release.
 */
export function listDeploysUntil(atMs: number, scenarioStartMs: number): readonly Deploy[] {
  const originMs = scenarioStartMs - historyDays * dayMs;
  // A fault of the history begins with its slot.
  const problemStartMs =
    Math.floor((scenarioStartMs - runningProblem.beforeStartMs) / historySlotMs) * historySlotMs;
  const release = {
    deployment: runningProblem.deployment,
    title: `${runningProblem.deployment} release 2`,
    atMs: problemStartMs - runningProblem.afterReleaseMs,
  };
  return [
    ...listReleases(atMs, originMs),
    ...listMitigations(atMs, originMs),
    ...(release.atMs > atMs ? [] : [release]),
  ].toSorted((one, other) => one.atMs - other.atMs);
}

/** Returns the start of the day on which an incident with this number is. */
function incidentDayMs(number: number, originMs: number): number {
  return (Math.floor(originMs / dayMs) + incident.firstDay + number * incident.everyDays) * dayMs;
}

function listMitigations(atMs: number, originMs: number): readonly Deploy[] {
  const mitigations: Deploy[] = [];
  for (let number = 0; ; number += 1) {
    const endMs = incidentDayMs(number, originMs) + incident.toHour * hourMs;
    if (endMs > atMs) return mitigations;
    mitigations.push({
      deployment: incident.deployment,
      title: `${incident.deployment} moved to other hosts`,
      atMs: endMs,
    });
  }
}

function listReleases(atMs: number, originMs: number): readonly Deploy[] {
  return Array.from({ length: deployCount(atMs, originMs) }, (_, index) => ({
    deployment: deploy.deployment,
    title: index % 2 === 0 ? `${deploy.deployment} release ${index + 2}` : `${deploy.deployment} rolled back`,
    atMs: originMs + (deploy.firstDay + index * deploy.everyDays) * dayMs,
  }));
}

/**
 * What happens to the fleet over weeks, beside day and week: one deployment has an incident, one a regression by a deploy, one
 * grows. Told from the first start of the demo on, whose two weeks before show all three on any date, and a function of time
 * alone after that: a day's story stays the same however often the demo is started, in history as in the live fleet.
 */
import { healthyMachine, type MachineState } from "./cost";

export interface ScenarioState {
  /** Factor on arrivals. */
  readonly loadRatio: number;
  readonly machine: MachineState;
}

/** A change of a deployment's software at one time. */
export interface Deploy {
  readonly deployment: string;
  readonly title: string;
  readonly atMs: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const normalState: ScenarioState = { loadRatio: 1, machine: healthyMachine };

/** The story begins so long before the first start: as long as the history that is loaded then. */
const historyDays = 14;
const growthPerDay = 0.012;
/** Where the growth ends: two GPUs hold no more of it. */
const maxGrowthDays = 28;
const incident = {
  deployment: "search-30b",
  firstDay: 10,
  everyDays: 10,
  fromHour: 13,
  toHour: 15.5,
} as const;
/** Every second deploy takes back what the one before has done, so that any two weeks hold one. */
const deploy = { deployment: "code-32b", firstDay: 7, everyDays: 14, launchSeconds: 0.004 } as const;

/**
 * Load and machines of a deployment at a time. `storyStartMs` is when the demo was first started; null plays no story at all,
 * for tests that want one deployment as any other.
 */
export function scenarioStateAt(name: string, atMs: number, scenarioStartMs: number | null): ScenarioState {
  if (scenarioStartMs === null) return normalState;
  const originMs = scenarioStartMs - historyDays * dayMs;
  if (name === "assist-8b") {
    const days = Math.min(maxGrowthDays, Math.max(0, (atMs - originMs) / dayMs));
    return { ...normalState, loadRatio: 1 + growthPerDay * days };
  }
  if (name === incident.deployment) {
    const isOn = isIncident(atMs, originMs);
    return isOn ? { ...normalState, machine: { ...healthyMachine, bandwidthRatio: 0.45 } } : normalState;
  }
  if (name === deploy.deployment && deployCount(atMs, originMs) % 2 === 1) {
    const launchSeconds = healthyMachine.launchSeconds + deploy.launchSeconds;
    return { ...normalState, machine: { ...healthyMachine, launchSeconds } };
  }
  return normalState;
}

/** Afternoons (UTC) of every tenth day, whole days counted from the story's first. */
function isIncident(atMs: number, originMs: number): boolean {
  const day = Math.floor(atMs / dayMs) - Math.floor(originMs / dayMs) - incident.firstDay;
  const hour = (atMs % dayMs) / hourMs;
  return day >= 0 && day % incident.everyDays === 0 && hour >= incident.fromHour && hour < incident.toHour;
}

function deployCount(atMs: number, originMs: number): number {
  const days = (atMs - originMs) / dayMs - deploy.firstDay;
  return days < 0 ? 0 : Math.floor(days / deploy.everyDays) + 1;
}

/** The deploys of the story up to a time, oldest first. */
export function deploysUntil(atMs: number, scenarioStartMs: number): readonly Deploy[] {
  const originMs = scenarioStartMs - historyDays * dayMs;
  return Array.from({ length: deployCount(atMs, originMs) }, (_, index) => ({
    deployment: deploy.deployment,
    title: index % 2 === 0 ? `${deploy.deployment} release ${index + 2}` : `${deploy.deployment} rolled back`,
    atMs: originMs + (deploy.firstDay + index * deploy.everyDays) * dayMs,
  }));
}

/**
 * What happens to the fleet over weeks, beside day and week: one deployment has an incident, one a regression by a deploy, one
 * grows. A function of time alone, so that history and the live fleet agree wherever one ends and the other begins.
 */
import { healthyMachine, type MachineState } from "./cost";

export interface Season {
  /** Factor on arrivals. */
  readonly loadRatio: number;
  readonly machine: MachineState;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const calm: Season = { loadRatio: 1, machine: healthyMachine };

/** Counters begin anew at each multiple of this, as they do when engines are restarted for an upgrade. */
export const periodMs = 28 * dayMs;

const growthPerDay = 0.012;
const incidentEveryDays = 9;
const incidentHours = [13, 15.5] as const;
const deployEveryDays = 10;
const regressionLaunchSeconds = 0.004;

export function seasonOf(name: string, atMs: number): Season {
  const day = Math.floor(atMs / dayMs);
  if (name === "assist-8b") return { ...calm, loadRatio: 1 + growthPerDay * ((atMs % periodMs) / dayMs) };
  if (name === "search-30b") {
    const hour = (atMs % dayMs) / hourMs;
    const isIncident = day % incidentEveryDays === 4 && hour >= incidentHours[0] && hour < incidentHours[1];
    return isIncident ? { loadRatio: 1, machine: { ...healthyMachine, bandwidthRatio: 0.45 } } : calm;
  }
  if (name === "code-32b" && Math.floor(day / deployEveryDays) % 2 === 1) {
    return {
      loadRatio: 1,
      machine: { ...healthyMachine, launchSeconds: healthyMachine.launchSeconds + regressionLaunchSeconds },
    };
  }
  return calm;
}

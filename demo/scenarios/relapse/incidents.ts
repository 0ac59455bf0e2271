// The two incidents of search-30b in the demo's history, read from the deploys that followed them.
import type { ComparisonEntry } from "@/lib/contracts/comparisons";
import { incidentHours, relapseSchedule } from "@/demo/simulator/scenario";
import { eventsContract } from "@/lib/contracts/events";
import type { TimeWindow } from "@/lib/model/time-window";
import { listEvents } from "@/lib/services/events/list-events";
import { compareWithWindow, findMean } from "../investigations/compare-windows";
import { ScenarioError } from "../scenario";
import type { EndpointCaller } from "../writing/call-endpoint";

export const incidentDeployment = "search-30b";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Length of the windows before, during and after each incident. */
const lengthMs = (incidentHours.to - incidentHours.from) * hourMs;

export interface Incident {
  readonly startMs: number;
  /** Deploy of the mitigation, on the last day of the incident. */
  readonly deployEventId: string;
  readonly deployMs: number;
  readonly before: TimeWindow;
  /** The first afternoon of the incident. */
  readonly during: TimeWindow;
  /** The same hours of the day after the deploy. */
  readonly after: TimeWindow;
  /** The time during the incident compared with the time before it. */
  readonly comparison: ComparisonEntry;
  /** Mean TPOT before and during the incident. */
  readonly tpot: NonNullable<ReturnType<typeof findMean>>;
}

/** Throws `ScenarioError` if the product does not know both deploys, or does not measure the incidents as worse. */
export async function readIncidents(
  call: EndpointCaller,
  scenarioStartMs: number,
): Promise<readonly [Incident, Incident]> {
  const query = { deployment: incidentDeployment, kinds: "deploy", from: "now-90d", to: "now", limit: 500 };
  const { events } = await call(eventsContract, listEvents, { query });
  const [first, second] = events
    .filter(({ atMs, title }) => atMs < scenarioStartMs && title.includes("moved"))
    .toSorted((one, other) => one.atMs - other.atMs);
  if (first === undefined || second === undefined)
    throw new ScenarioError(
      `the deploys of ${incidentDeployment} are not recorded yet`,
      "wait until the demo prints “history: all days are shown”, then repeat the command",
    );
  return [await readIncident(call, first, 0), await readIncident(call, second, relapseSchedule.daysBefore)];
}

/** `daysBefore` is the number of days from the start of the incident to the day of its deploy. */
async function readIncident(
  call: EndpointCaller,
  { id, atMs: deployMs }: { readonly id: string; readonly atMs: number },
  daysBefore: number,
): Promise<Incident> {
  const lastStartMs = Math.floor(deployMs / dayMs) * dayMs + incidentHours.from * hourMs;
  const startMs = lastStartMs - daysBefore * dayMs;
  const before = { startMs: startMs - lengthMs, endMs: startMs };
  const during = { startMs, endMs: startMs + lengthMs };
  const after = { startMs: lastStartMs + dayMs, endMs: lastStartMs + dayMs + lengthMs };
  const comparison = await compareWithWindow(
    call,
    { deployment: incidentDeployment, window: during },
    before,
  );
  const tpot = findMean(comparison, "tpot");
  if (comparison.result?.verdict !== "worse" || tpot === undefined)
    throw new ScenarioError(
      `the incident of ${incidentDeployment} is not measured as worse: ${comparison.sentence}`,
      "start a demo in a new data folder: RIDGEPOINT_DATA=<folder> npm run demo",
    );
  return { startMs, deployEventId: id, deployMs, before, during, after, comparison, tpot };
}

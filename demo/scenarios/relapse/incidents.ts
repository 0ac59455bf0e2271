// The two incidents of search-30b in the demo's history, read from the deploys that ended them.
import type { ComparisonEntry } from "@/lib/contracts/comparisons";
import { eventsContract } from "@/lib/contracts/events";
import type { TimeWindow } from "@/lib/model/time-window";
import { listEvents } from "@/lib/services/events/list-events";
import { compareWithWindow, findMean } from "../investigations/compare-windows";
import { ScenarioError } from "../scenario";
import type { EndpointCaller } from "../writing/call-endpoint";

export const incidentDeployment = "search-30b";

const minuteMs = 60_000;
/** Length of each incident, and of the windows before and after it. */
const lengthMs = 150 * minuteMs;
/** Time after a deploy until all requests are served by the other hosts. */
const rolloutMs = 10 * minuteMs;

export interface Incident {
  readonly startMs: number;
  /** Deploy that ended the incident. */
  readonly deployEventId: string;
  readonly deployMs: number;
  readonly before: TimeWindow;
  readonly during: TimeWindow;
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
  return [await readIncident(call, first), await readIncident(call, second)];
}

async function readIncident(
  call: EndpointCaller,
  { id, atMs: deployMs }: { readonly id: string; readonly atMs: number },
): Promise<Incident> {
  const startMs = deployMs - lengthMs;
  const before = { startMs: startMs - lengthMs, endMs: startMs };
  const during = { startMs, endMs: deployMs };
  const after = { startMs: deployMs + rolloutMs, endMs: deployMs + rolloutMs + lengthMs };
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

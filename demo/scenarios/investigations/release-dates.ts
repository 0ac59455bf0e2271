// Times of the slow release of the demo's history, read from the deploy event of the product.
import { eventsContract } from "@/lib/contracts/events";
import type { TimeWindow } from "@/lib/model/time-window";
import { listEvents } from "@/lib/services/events/list-events";
import { ScenarioError } from "../scenario";
import type { EndpointCaller } from "../writing/call-endpoint";

export const releaseDeployment = "code-32b";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Time after a deploy until the new release serves all requests. */
const rolloutMs = 30 * minuteMs;

export interface ReleaseDates {
  readonly title: string;
  readonly deployMs: number;
  /** First hours of the release, in which the regression is detected. */
  readonly firstHours: TimeWindow;
  readonly firstDay: TimeWindow;
}

/** Throws `ScenarioError` if the product does not know the deploy yet. */
export async function readReleaseDates(call: EndpointCaller, scenarioStartMs: number): Promise<ReleaseDates> {
  const query = { deployment: releaseDeployment, kinds: "deploy", from: "now-90d", to: "now", limit: 500 };
  const { events } = await call(eventsContract, listEvents, { query });
  // A later deploy of the demo rolls the release back.
  const deploy = events
    .toReversed()
    .find(({ atMs, title }) => atMs < scenarioStartMs && title.includes("release"));
  if (deploy === undefined)
    throw new ScenarioError(
      `the deploy of ${releaseDeployment} is not recorded yet`,
      "wait until the demo prints “history: all days are shown”, then repeat the command",
    );
  const startMs = Math.ceil(deploy.atMs / minuteMs) * minuteMs + rolloutMs;
  return {
    title: deploy.title,
    deployMs: deploy.atMs,
    firstHours: { startMs, endMs: startMs + 3 * hourMs },
    firstDay: { startMs, endMs: startMs + 24 * hourMs },
  };
}

/** Returns the 12 h before the deploy and the 12 h after it. */
export function createWindowAroundDeploy({ deployMs }: ReleaseDates): TimeWindow {
  return { startMs: deployMs - 12 * hourMs, endMs: deployMs + 12 * hourMs };
}

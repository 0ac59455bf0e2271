/** No traffic: no request arrived, ran or waited. */
import type { Reading } from "@/lib/model/reading";
import { areRequestsAnswered, exceedsLimit, isWithoutFinishedRequests } from "./evidence";
import { textPart } from "./sentence-parts";
import type { StatusRule } from "./status-rule";

/** Status of a deployment without requests. */
export const noTrafficStatus: StatusRule<"no-traffic"> = {
  id: "no-traffic",
  label: "No traffic",
  tone: "idle",
  affectedReadings: [],
  matches: (evidence) => isWithoutFinishedRequests(evidence) && !areRequestsAnswered(evidence),
  pointFields: ["running", "ttftP95", "errorRatio"],
  // An error ratio exists only if there were requests, even if none of them reached the engine.
  matchesAt: ({ running, ttftP95, errorRatio }) => {
    const isBusy = exceedsLimit(running, 0);
    return isBusy === null ? null : !isBusy && ttftP95 === null && errorRatio === null;
  },
  sentence: ({ readings: { running, waiting } }) => [textPart(noTrafficText(running, waiting))],
};

function noTrafficText(running: Reading, waiting: Reading): string {
  if (isUnknown(running))
    return isUnknown(waiting)
      ? "No request was counted in the last five minutes. How many are running is unknown."
      : "No request was counted in the last five minutes, and none is waiting. How many are running is unknown.";
  return isUnknown(waiting)
    ? "No request was counted in the last five minutes, and none is running. How many are waiting is unknown."
    : "No request arrived in the last five minutes, and none is running or waiting.";
}

/** Returns whether a reading is unknown. A gauge that is absent because no request has arrived yet is not unknown. */
const isUnknown = (reading: Reading): boolean => reading.kind === "absent" && reading.reason !== "no-traffic";

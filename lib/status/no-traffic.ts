/** No traffic: no request arrived, ran or waited. */
import type { Reading } from "@/lib/model/reading";
import { requestsInFlight, isAbsentBecause, exceedsLimit } from "./evidence";
import { textPart } from "./sentence-parts";
import type { StatusRule } from "./status-rule";

/** Status of a deployment without requests. */
export const noTrafficStatus: StatusRule<"no-traffic"> = {
  id: "no-traffic",
  label: "No traffic",
  tone: "idle",
  affectedReadings: [],
  matches: (evidence) =>
    isAbsentBecause(evidence.ttftP95, "no-traffic") && (requestsInFlight(evidence) ?? 0) === 0,
  pointFields: ["running", "ttftP95"],
  matchesAt: ({ running, ttftP95 }) => {
    const isBusy = exceedsLimit(running, 0);
    return isBusy === null ? null : !isBusy && ttftP95 === null;
  },
  sentence: ({ readings: { running, waiting } }) => [
    textPart(
      isUnknown(running) && isUnknown(waiting)
        ? "No request was counted in the last five minutes. How many are running is unknown."
        : "No request arrived in the last five minutes, and none is running or waiting.",
    ),
  ],
};

/** A gauge that appears with the first request is not unknown. */
const isUnknown = (reading: Reading): boolean => reading.kind === "absent" && reading.reason !== "no-traffic";

/** The value of the symptom's signal by instance. */
import type { DataCollector } from "./data-collector";
import { readSplitValues } from "./split-values";

/** Collects the value of the goal's signal for each instance. Without a goal, the signal is TTFT p95. */
export const instanceScope: DataCollector = {
  title: "Values by instance",
  read: (request) => readSplitValues(request, { label: "instance", noun: "instances" }),
};

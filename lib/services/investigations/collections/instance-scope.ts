/** The value of the symptom's signal by instance. */
import type { Collection } from "./collection";
import { readSplitValues } from "./split-values";

export const instanceScope: Collection = {
  title: "Values by instance",
  read: (request) => readSplitValues(request, { label: "instance", noun: "instances" }),
};

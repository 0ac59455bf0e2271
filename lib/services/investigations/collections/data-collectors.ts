/** The list of collections. */
import type { CollectionId } from "@/lib/model/investigation/collection-id";
import { baselineComparison } from "./baseline-comparison";
import { changeEvents } from "./change-events";
import type { DataCollector } from "./data-collector";
import { dataCheck } from "./data-check";
import { goalValue } from "./goal-value";
import { instanceScope } from "./instance-scope";
import { modelScope } from "./model-scope";
import { rooflinePoint } from "./roofline-point";
import { traceChange } from "./trace-change";
import { traceComparison } from "./trace-comparison";

/** All collections, with their id as key. */
export const dataCollectors: { readonly [Id in CollectionId]: DataCollector } = {
  "baseline-comparison": baselineComparison,
  "goal-value": goalValue,
  "roofline-point": rooflinePoint,
  "change-events": changeEvents,
  "data-check": dataCheck,
  "trace-comparison": traceComparison,
  "trace-change": traceChange,
  "instance-scope": instanceScope,
  "model-scope": modelScope,
};

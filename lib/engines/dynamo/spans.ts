/**
 * NVIDIA Dynamo's spans: the frontend's request, the router's decision, and the worker's handling. They do not show
 * the phases inside the engine.
 */
import type { PhaseMap } from "@/lib/model/traces/phase-map";

export const dynamoSpans: PhaseMap = {
  name: "NVIDIA Dynamo",
  spans: [
    { phase: "gateway", wraps: true, operation: /^http request$/ },
    { phase: "admission", operation: /^router route request$|^(?:kv )?router (?:schedule|select worker)$/ },
    { phase: "request", operation: /^handle payload$/ },
  ],
  attributes: [],
};

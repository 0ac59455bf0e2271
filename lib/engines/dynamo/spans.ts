/**
 * NVIDIA Dynamo's spans: the frontend's request, the router's decision, and the worker's handling. They do not show
 * the phases inside the engine.
 */
import type { PhaseMap } from "@/lib/model/traces/phase-map";

/** Maps the spans of NVIDIA Dynamo's frontend to phases of a request. */
export const dynamoPhaseMap: PhaseMap = {
  name: "NVIDIA Dynamo",
  spanRules: [
    { meaning: "gateway", wrapsOutgoingCall: true, operationPattern: /^http request$/ },
    {
      meaning: "admission",
      operationPattern: /^router route request$|^(?:kv )?router (?:schedule|select worker)$/,
    },
    { meaning: "request", operationPattern: /^handle payload$/ },
  ],
  attributeRules: [],
};

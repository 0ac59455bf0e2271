/**
 * NVIDIA Dynamo's spans: the frontend's request, its router's choice, and the worker's handling, which does not tell what the
 * engine did meanwhile.
 */
import type { PhaseMap } from "@/lib/model/phase-map";

export const dynamoSpans: PhaseMap = {
  name: "NVIDIA Dynamo",
  spans: [
    { phase: "gateway", wraps: true, operation: /^http request$/ },
    { phase: "admission", operation: /^router route request$|^(?:kv )?router (?:schedule|select worker)$/ },
    { phase: "request", operation: /^handle payload$/ },
  ],
  attributes: [],
};

/**
 * OpenTelemetry's GenAI conventions: spans named by operation and model. A chat span of a client is a call, and only
 * the server's spans show its phases.
 */
import type { PhaseMap } from "@/lib/model/traces/phase-map";

const attribute = "gen_ai.operation.name";

/** Maps spans with OpenTelemetry GenAI attributes to phases of a request. */
export const otelGenaiPhaseMap: PhaseMap = {
  name: "OpenTelemetry GenAI",
  spanRules: [
    {
      meaning: "feature-retrieval",
      attributeName: attribute,
      operationPattern: /^(?:embeddings|retrieval|search memory)\b/,
    },
    { meaning: "other", attributeName: attribute, operationPattern: /^(?:execute tool|plan)\b/ },
    {
      meaning: "network",
      wrapsOutgoingCall: true,
      attributeName: attribute,
      operationPattern: /^(?:chat|text completion|generate content)\b/,
      kinds: ["client"],
    },
    {
      meaning: "request",
      attributeName: attribute,
      operationPattern: /^(?:chat|text completion|generate content)\b/,
    },
  ],
  attributeRules: [],
};

/**
 * OpenTelemetry's GenAI conventions: spans named by operation and model. A chat seen from the client is a call: what the server
 * did in it is told by the server's own spans or by nobody.
 */
import type { PhaseMap } from "@/lib/model/phase-map";

const attribute = "gen_ai.operation.name";

export const otelGenaiSpans: PhaseMap = {
  name: "OpenTelemetry GenAI",
  spans: [
    { phase: "feature-retrieval", attribute, operation: /^(?:embeddings|retrieval|search memory)\b/ },
    { phase: "other", attribute, operation: /^(?:execute tool|plan)\b/ },
    {
      phase: "network",
      wraps: true,
      attribute,
      operation: /^(?:chat|text completion|generate content)\b/,
      kinds: ["client"],
    },
    { phase: "request", attribute, operation: /^(?:chat|text completion|generate content)\b/ },
  ],
  attributes: [],
};

/**
 * OpenTelemetry's GenAI conventions: spans named by operation and model. A chat span of a client is a call, and only
 * the server's spans show its phases.
 */
import type { PhaseMap } from "@/lib/model/traces/phase-map";

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

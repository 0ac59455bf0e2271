/** LiteLLM's spans (litellm/integrations/opentelemetry.py): the proxy's request, what it asks of itself, the call it makes. */
import type { PhaseMap } from "@/lib/model/phase-map";

export const litellmSpans: PhaseMap = {
  name: "LiteLLM",
  spans: [
    { phase: "gateway", wraps: true, operation: /^received proxy server request$|^litellm request$/ },
    { phase: "admission", service: /^litellm\b/, operation: /^(?:auth|router|proxy pre call)$/ },
    { phase: "network", wraps: true, operation: /^raw gen ai request$/ },
    {
      phase: "other",
      service: /^litellm\b/,
      operation: /^(?:redis|postgres|batch write to db|reset budget job|self)$/,
    },
  ],
  attributes: [],
};

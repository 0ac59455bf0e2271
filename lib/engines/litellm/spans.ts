/**
 * LiteLLM's spans (litellm/integrations/opentelemetry.py): the proxy's request, its internal calls, and the upstream
 * call.
 */
import type { PhaseMap } from "@/lib/model/traces/phase-map";

export const litellmSpans: PhaseMap = {
  name: "LiteLLM",
  spans: [
    { phase: "gateway", wraps: true, operation: /^received proxy server request$|^litellm request$/ },
    { phase: "gateway", operation: /^failed proxy server request$/ },
    // Spans of the web framework, around and inside LiteLLM's spans.
    { phase: "gateway", wraps: true, service: /^litellm\b/, operation: /^fastapi endpoint$/ },
    { phase: "gateway", wraps: true, service: /^litellm\b/, operation: /^(?:get|post) /, kinds: ["server"] },
    {
      phase: "admission",
      service: /^litellm\b/,
      operation: /^(?:auth|router|proxy pre call|fastapi dependencies)$/,
    },
    // `self` is its timer around the call to the model's server (litellm_core_utils/logging_utils.py,
    // track_llm_api_timing).
    { phase: "network", wraps: true, operation: /^raw gen ai request$/ },
    { phase: "network", wraps: true, service: /^litellm\b/, operation: /^self$/ },
    {
      phase: "other",
      service: /^litellm\b/,
      operation: /^(?:redis|postgres|batch write to db|reset budget job)$/,
    },
  ],
  attributes: [],
};

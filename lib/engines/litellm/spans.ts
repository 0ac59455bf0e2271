/**
 * LiteLLM's spans (litellm/integrations/opentelemetry.py): the proxy's request, its internal calls, and the upstream
 * call.
 */
import type { PhaseMap } from "@/lib/model/traces/phase-map";

/** Maps the spans of the LiteLLM proxy to phases of a request. */
export const litellmPhaseMap: PhaseMap = {
  name: "LiteLLM",
  spanRules: [
    {
      meaning: "gateway",
      wrapsOutgoingCall: true,
      operationPattern: /^received proxy server request$|^litellm request$/,
    },
    { meaning: "gateway", operationPattern: /^failed proxy server request$/ },
    // Spans of the web framework, around and inside LiteLLM's spans.
    {
      meaning: "gateway",
      wrapsOutgoingCall: true,
      servicePattern: /^litellm\b/,
      operationPattern: /^fastapi endpoint$/,
    },
    {
      meaning: "gateway",
      wrapsOutgoingCall: true,
      servicePattern: /^litellm\b/,
      operationPattern: /^(?:get|post) /,
      kinds: ["server"],
    },
    {
      meaning: "admission",
      servicePattern: /^litellm\b/,
      operationPattern: /^(?:auth|router|proxy pre call|fastapi dependencies)$/,
    },
    // `self` is its timer around the call to the model's server (litellm_core_utils/logging_utils.py,
    // track_llm_api_timing).
    { meaning: "network", wrapsOutgoingCall: true, operationPattern: /^raw gen ai request$/ },
    { meaning: "network", wrapsOutgoingCall: true, servicePattern: /^litellm\b/, operationPattern: /^self$/ },
    {
      meaning: "other",
      servicePattern: /^litellm\b/,
      operationPattern: /^(?:redis|postgres|batch write to db|reset budget job)$/,
    },
  ],
  attributeRules: [],
};

/**
 * SGLang's spans (srt/observability/req_time_stats.py, trace.py): a root for each request and role, one span per
 * thread, and inside it the stages. Its prefill attribute begins at dispatch, so it includes queue time.
 */
import {
  decodeTimeRule,
  prefillTimeRule,
  queueTimeRule,
  timeInQueue,
} from "@/lib/engines/definitions/gen-ai-latency";
import type { PhaseMap } from "@/lib/model/traces/phase-map";

export const sglangSpans: PhaseMap = {
  name: "SGLang",
  spans: [
    { phase: "request", operation: /^(?:\S+ )*req [0-9a-f]{8}$/ },
    { phase: "request", attribute: "rid", kinds: ["server"] },
    { phase: "tokenize", operation: /^tokenize$/, inside: true },
    { phase: "admission", operation: /^(?:api server|dpc) dispatch$|^request process$/, inside: true },
    { phase: "queue", operation: /^(?:prefill|decode) (?:waiting|prepare)$/, inside: true },
    {
      phase: "network",
      operation: /^(?:prefill|decode) bootstrap$|^prefill transfer kv cache$|^decode transferred$/,
      inside: true,
    },
    { phase: "prefill", operation: /^prefill forward$|^chunked prefill$|^mm encode$/, inside: true },
    { phase: "decode", operation: /^decode (?:forward|loop)$|^spec (?:draft|verify)$/, inside: true },
    { phase: "other", operation: /^(?:fake output|quick finish|run batch cpu)$/, inside: true },
  ],
  attributes: [queueTimeRule, { ...prefillTimeRule, without: [timeInQueue] }, decodeTimeRule],
};

/**
 * SGLang's spans (srt/observability/req_time_stats.py, trace.py): a root for each request and role, one span per
 * thread, and inside it the stages. Its prefill attribute begins at dispatch, so it includes queue time.
 */
import {
  decodeTimeRule,
  prefillTimeRule,
  queueTimeRule,
  timeInQueueAttribute,
} from "@/lib/engines/definitions/gen-ai-latency";
import type { PhaseMap } from "@/lib/model/traces/phase-map";

/** Maps the spans of SGLang to phases of a request. */
export const sglangPhaseMap: PhaseMap = {
  name: "SGLang",
  spanRules: [
    { meaning: "request", operationPattern: /^(?:\S+ )*req [0-9a-f]{8}$/ },
    { meaning: "request", attributeName: "rid", kinds: ["server"] },
    { meaning: "tokenize", operationPattern: /^tokenize$/, isInsideRequest: true },
    {
      meaning: "admission",
      operationPattern: /^(?:api server|dpc) dispatch$|^request process$/,
      isInsideRequest: true,
    },
    { meaning: "queue", operationPattern: /^(?:prefill|decode) (?:waiting|prepare)$/, isInsideRequest: true },
    {
      meaning: "network",
      operationPattern: /^(?:prefill|decode) bootstrap$|^prefill transfer kv cache$|^decode transferred$/,
      isInsideRequest: true,
    },
    {
      meaning: "prefill",
      operationPattern: /^prefill forward$|^chunked prefill$|^mm encode$/,
      isInsideRequest: true,
    },
    {
      meaning: "decode",
      operationPattern: /^decode (?:forward|loop)$|^spec (?:draft|verify)$/,
      isInsideRequest: true,
    },
    {
      meaning: "other",
      operationPattern: /^(?:fake output|quick finish|run batch cpu)$/,
      isInsideRequest: true,
    },
  ],
  attributeRules: [
    queueTimeRule,
    { ...prefillTimeRule, includedDurations: [timeInQueueAttribute] },
    decodeTimeRule,
  ],
};

/**
 * Spans of any service: gateways, feature stores, databases, and engines that name their phases plainly. Applied
 * after the engines' rules.
 */
import type { PhaseMap } from "@/lib/model/traces/phase-map";

export const anyServiceSpans: PhaseMap = {
  name: "Any service",
  spans: [
    { phase: "detokenize", operation: /\bde ?tokeni[sz]/ },
    { phase: "tokenize", operation: /\btokeni[sz]/ },
    {
      phase: "serialize",
      operation: /\b(?:de)?seriali[sz]|\b(?:un)?marshal|\b(?:en|de)code (?:json|body|request|response)\b/,
    },
    { phase: "queue", operation: /\b(?:queued?|waiting)\b/ },
    { phase: "prefill", operation: /\bprefill\b/ },
    { phase: "decode", operation: /\bdecode\b/ },
    { phase: "stream", operation: /\bstream(?:ing)? to\b|\bsend (?:chunks?|tokens?)\b|^stream(?:ing)?$/ },
    {
      phase: "admission",
      operation:
        /\b(?:admission|admit|rate ?limit|authori[sz]e|authori[sz]ation|authenticat(?:e|ion)|validat(?:e|ion)|route to)\b/,
    },
    { phase: "assembly", operation: /\bassembl|\b(?:build|render|format) response\b/ },
    { phase: "feature-retrieval", operation: /\b(?:features?|retriev(?:e|al)|embeddings?|vector search)\b/ },
    { phase: "feature-retrieval", service: /\b(?:features?|retriev(?:er|al)|rag|vector)\b/ },
    {
      phase: "network",
      wraps: true,
      operation: /\b(?:proxy|network|forward (?:to|request))\b/,
      kinds: ["client", "internal"],
    },
    { phase: "network", wraps: true, kinds: ["client"] },
    {
      phase: "gateway",
      wraps: true,
      service: /\b(?:gateway|ingress|edge|frontend|router)\b/,
      kinds: ["server"],
    },
  ],
  attributes: [],
  databaseSteps: [
    { step: "connection", operation: /\b(?:connect(?:ion)?|acquire|pool|handshake)\b/ },
    { step: "parse", operation: /\b(?:parse|prepare|plan|compile)\b/ },
    { step: "serialization", operation: /\b(?:seriali[sz]\w*|encode|marshal)\b/ },
    { step: "processing", operation: /\b(?:fetch|process|decode|deseriali[sz]\w*|map rows|hydrate)\b/ },
    {
      step: "execution",
      operation: /\b(?:execut\w*|query|select|insert|update|delete|upsert|get|set|find|aggregate|search)\b/,
    },
  ],
};

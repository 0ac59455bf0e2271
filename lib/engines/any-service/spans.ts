/**
 * Rules for the spans of any service: gateways, feature stores, databases, and engines whose span names are common
 * names of phases. Applied after the rules of the engines.
 */
import type { PhaseMap } from "@/lib/model/traces/phase-map";

/** Maps common names of operations to phases, for spans of services without a separate map. */
export const anyServicePhaseMap: PhaseMap = {
  name: "Any service",
  spanRules: [
    { meaning: "detokenize", operationPattern: /\bde ?tokeni[sz]/ },
    { meaning: "tokenize", operationPattern: /\btokeni[sz]/ },
    {
      meaning: "serialize",
      operationPattern:
        /\b(?:de)?seriali[sz]|\b(?:un)?marshal|\b(?:en|de)code (?:json|body|request|response)\b/,
    },
    { meaning: "queue", operationPattern: /\b(?:queued?|waiting)\b/ },
    { meaning: "prefill", operationPattern: /\bprefill\b/ },
    { meaning: "decode", operationPattern: /\bdecode\b/ },
    {
      meaning: "stream",
      operationPattern: /\bstream(?:ing)? to\b|\bsend (?:chunks?|tokens?)\b|^stream(?:ing)?$/,
    },
    {
      meaning: "admission",
      operationPattern:
        /\b(?:admission|admit|rate ?limit|authori[sz]e|authori[sz]ation|authenticat(?:e|ion)|validat(?:e|ion)|route to)\b/,
    },
    { meaning: "assembly", operationPattern: /\bassembl|\b(?:build|render|format) response\b/ },
    {
      meaning: "feature-retrieval",
      operationPattern: /\b(?:features?|retriev(?:e|al)|embeddings?|vector search)\b/,
    },
    { meaning: "feature-retrieval", servicePattern: /\b(?:features?|retriev(?:er|al)|rag|vector)\b/ },
    {
      meaning: "network",
      wrapsOutgoingCall: true,
      operationPattern: /\b(?:proxy|network|forward (?:to|request))\b/,
      kinds: ["client", "internal"],
    },
    { meaning: "network", wrapsOutgoingCall: true, kinds: ["client"] },
    {
      meaning: "gateway",
      wrapsOutgoingCall: true,
      servicePattern: /\b(?:gateway|ingress|edge|frontend|router)\b/,
      kinds: ["server"],
    },
  ],
  attributeRules: [],
  databaseSteps: [
    { step: "connection", operationPattern: /\b(?:connect(?:ion)?|acquire|pool|handshake)\b/ },
    { step: "parse", operationPattern: /\b(?:parse|prepare|plan|compile)\b/ },
    { step: "serialization", operationPattern: /\b(?:seriali[sz]\w*|encode|marshal)\b/ },
    {
      step: "processing",
      operationPattern: /\b(?:fetch|process|decode|deseriali[sz]\w*|map rows|hydrate)\b/,
    },
    {
      step: "execution",
      operationPattern:
        /\b(?:execut\w*|query|select|insert|update|delete|upsert|get|set|find|aggregate|search)\b/,
    },
  ],
};

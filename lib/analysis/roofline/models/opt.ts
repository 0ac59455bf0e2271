/** OPT: two matrices in the feed-forward, biases everywhere, learned positions. */
import { plainParts } from "@/lib/model/roofline/architecture";

import type { ModelRow } from "./model-row";

export const opt: readonly ModelRow[] = [
  {
    id: "opt-1.3b",
    name: "opt-1.3b",
    repository: "facebook/opt-1.3b",
    alsoNamed: [],
    layers: 24,
    hidden: 2048,
    attention: { kind: "grouped", heads: 32, kvHeads: 32, headDim: 64 },
    ffn: 8192,
    isGated: false,
    vocabulary: 50272,
    isTied: true,
    maxContextTokens: 2048,
    small: { ...plainParts, bias: "all", normHasBias: true, positionRows: 2050 },
    published: { linear: "fp16", rest: "fp16", kv: "fp16", compute: "fp16" },
    confidence: "from-memory",
    source: "the published configuration, from memory",
  },
  {
    id: "opt-2.7b",
    name: "opt-2.7b",
    repository: "facebook/opt-2.7b",
    alsoNamed: [],
    layers: 32,
    hidden: 2560,
    attention: { kind: "grouped", heads: 32, kvHeads: 32, headDim: 80 },
    ffn: 10240,
    isGated: false,
    vocabulary: 50272,
    isTied: true,
    maxContextTokens: 2048,
    small: { ...plainParts, bias: "all", normHasBias: true, positionRows: 2050 },
    published: { linear: "fp16", rest: "fp16", kv: "fp16", compute: "fp16" },
    confidence: "from-memory",
    source: "the published configuration, from memory",
  },
];

/** OPT: two matrices in the feed-forward, biases everywhere, learned positions. */
import { defaultMinorTensors } from "@/lib/model/roofline/architecture";
import { createFamilyRows, type ModelRow } from "./model-row";

/** Architectures of OPT models. */
export const optModels: readonly ModelRow[] = [
  ...createFamilyRows(
    {
      isGated: false,
      vocabulary: 50272,
      isTied: true,
      small: { ...defaultMinorTensors, bias: "all", normHasBias: true, positionRows: 2050 },
      publishedFormats: { linear: "fp16", rest: "fp16", kv: "fp16", compute: "fp16" },
      confidence: "from-memory",
      source: "not compared with the published configuration",
    },
    [
      ["facebook/opt-1.3b", [24, 2048, 8192, 32, 32, 64, 2048]],
      ["facebook/opt-2.7b", [32, 2560, 10240, 32, 32, 80, 2048]],
    ],
  ),
];

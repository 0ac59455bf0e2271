/** Intel accelerators. */
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import {
  bestMatmulSource,
  computeTableSource,
  giga,
  linkTableSource,
  tera,
  toFlopsPerSecond,
} from "./sources";

const gaudiFields = {
  vendor: "Intel",
  family: "Gaudi",
  memoryKind: "HBM2e",
  confidence: "second-source",
  sources: [computeTableSource, linkTableSource],
} as const satisfies Partial<Accelerator>;

/** Published values of Intel Gaudi accelerators. */
export const intelGaudiAccelerators: readonly Accelerator[] = [
  {
    ...gaudiFields,
    id: "gaudi2",
    name: "Gaudi 2",
    memoryBytes: 96 * giga,
    bandwidthBytesPerSecond: 2460 * giga,
    peakFlopsPerSecond: toFlopsPerSecond({ bf16: 432, fp8: 865 }),
    link: { kind: "24x100GbE RoCE", bidirectionalBytesPerSecond: 600 * giga },
    measured: { matmulFlopsPerSecond: { bf16: 418.7 * tera, fp8: 826.5 * tera }, source: bestMatmulSource },
    deviceNames: ["HL-225*"],
  },
  {
    ...gaudiFields,
    id: "gaudi3",
    name: "Gaudi 3 (as shipping, 1.6GHz)",
    memoryBytes: 128 * giga,
    bandwidthBytesPerSecond: 3700 * giga,
    peakFlopsPerSecond: toFlopsPerSecond({ bf16: 1677, fp8: 1677 }),
    link: { kind: "24x200GbE RoCE", bidirectionalBytesPerSecond: 1200 * giga },
    measured: { matmulFlopsPerSecond: { bf16: 1243.0 * tera, fp8: 1289.5 * tera }, source: bestMatmulSource },
    deviceNames: ["HL-325*"],
    note: "The shipped clock is 1.6 GHz, but the white paper assumes 1.75 GHz. The FP16 peak is 459 TFLOP/s.",
  },
];

/** Intel accelerators. */
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import { bestMatmulTable, computeTable, giga, linkTable, tera } from "./sources";

export const intelGaudi: readonly Accelerator[] = [
  {
    id: "gaudi2",
    name: "Gaudi 2",
    vendor: "Intel",
    family: "Gaudi",
    memoryBytes: 96 * giga,
    memoryKind: "HBM2e",
    bandwidthBytesPerSecond: 2460 * giga,
    peakFlopsPerSecond: { bf16: 432 * tera, fp8: 865 * tera },
    link: { kind: "24x100GbE RoCE", bidirectionalBytesPerSecond: 600 * giga },
    measured: { matmulFlopsPerSecond: { bf16: 418.7 * tera, fp8: 826.5 * tera }, source: bestMatmulTable },
    deviceNames: ["HL-225*"],
    confidence: "second-source",
    sources: [computeTable, linkTable],
  },
  {
    id: "gaudi3",
    name: "Gaudi 3 (as shipping, 1.6GHz)",
    vendor: "Intel",
    family: "Gaudi",
    memoryBytes: 128 * giga,
    memoryKind: "HBM2e",
    bandwidthBytesPerSecond: 3700 * giga,
    peakFlopsPerSecond: { bf16: 1677 * tera, fp8: 1677 * tera },
    link: { kind: "24x200GbE RoCE", bidirectionalBytesPerSecond: 1200 * giga },
    measured: { matmulFlopsPerSecond: { bf16: 1243.0 * tera, fp8: 1289.5 * tera }, source: bestMatmulTable },
    deviceNames: ["HL-325*"],
    confidence: "second-source",
    sources: [computeTable, linkTable],
    note: "As shipped, 1.6 GHz; the white paper assumes 1.75 GHz. FP16 runs at 459.",
  },
];

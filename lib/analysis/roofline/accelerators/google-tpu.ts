/** Google accelerators, per chip. */
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import {
  computeTableSource,
  unverifiedSource,
  giga,
  scalingBookSource,
  tpuDocumentSource,
  toFlopsPerSecond,
} from "./sources";

const tpuFields = {
  vendor: "Google",
  family: "TPU",
  confidence: "second-source",
  sources: [computeTableSource, scalingBookSource],
} as const satisfies Partial<Accelerator>;

/** Published values of Google TPUs. */
export const googleTpuAccelerators: readonly Accelerator[] = [
  {
    ...tpuFields,
    id: "tpu-v5e",
    name: "TPU v5e",
    memoryBytes: 16 * giga,
    memoryKind: "HBM2",
    bandwidthBytesPerSecond: 819 * giga,
    peakFlopsPerSecond: toFlopsPerSecond({ bf16: 197, int8: 394 }),
    link: { kind: "ICI 4 links 2D torus", bidirectionalBytesPerSecond: 360 * giga },
    deviceNames: ["tpu-v5-lite*"],
    sources: [tpuDocumentSource, computeTableSource, scalingBookSource],
  },
  {
    ...tpuFields,
    id: "tpu-v5p",
    name: "TPU v5p",
    memoryBytes: 95 * giga,
    memoryKind: "HBM2e",
    bandwidthBytesPerSecond: 2765 * giga,
    peakFlopsPerSecond: toFlopsPerSecond({ bf16: 459, int8: 918 }),
    link: { kind: "ICI 6 links 3D torus", bidirectionalBytesPerSecond: 1080 * giga },
    deviceNames: ["tpu-v5p*"],
  },
  {
    ...tpuFields,
    id: "tpu-v6e",
    name: "TPU v6e (Trillium)",
    memoryBytes: 32 * giga,
    memoryKind: "HBM",
    bandwidthBytesPerSecond: 1640 * giga,
    peakFlopsPerSecond: toFlopsPerSecond({ bf16: 918, fp8: 918, int8: 1836 }),
    link: { kind: "ICI 4 links", bidirectionalBytesPerSecond: 720 * giga },
    deviceNames: ["tpu-v6e*"],
    sources: [tpuDocumentSource, computeTableSource, scalingBookSource],
    note: "FP8 is no faster than BF16.",
  },
  {
    ...tpuFields,
    id: "tpu-v7x",
    name: "TPU v7x (Ironwood)",
    memoryBytes: 192 * giga,
    memoryKind: "HBM3e",
    bandwidthBytesPerSecond: 7370 * giga,
    peakFlopsPerSecond: toFlopsPerSecond({ bf16: 2307, fp8: 4614 }),
    link: { kind: "ICI", bidirectionalBytesPerSecond: 1200 * giga },
    deviceNames: ["tpu7x*"],
    confidence: "from-memory",
    sources: [computeTableSource, unverifiedSource],
  },
];

/**
 * NVIDIA accelerators of Blackwell. The vendor publishes tensor figures with sparsity, and the figures of a superchip
 * for both of its GPUs together.
 */
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import {
  bestMatmulSource,
  hmcTechSource,
  computeTableSource,
  unverifiedSource,
  giga,
  linkTableSource,
  tera,
  toFlopsPerSecond,
} from "./sources";

const blackwellFields = {
  vendor: "NVIDIA",
  family: "Blackwell",
  memoryKind: "HBM3e",
  confidence: "second-source",
} as const satisfies Partial<Accelerator>;

/** Published values of NVIDIA GPUs of the Blackwell generation. */
export const blackwellAccelerators: readonly Accelerator[] = [
  {
    ...blackwellFields,
    id: "b200",
    name: "B200 SXM (HGX/DGX B200, per GPU)",
    memoryBytes: 180 * giga,
    bandwidthBytesPerSecond: 8000 * giga,
    peakFlopsPerSecond: toFlopsPerSecond({
      fp32: 80,
      tf32: 1125,
      fp16: 2250,
      bf16: 2250,
      fp8: 4500,
      int8: 4500,
      fp4: 9000,
    }),
    link: { kind: "NVLink5", bidirectionalBytesPerSecond: 1800 * giga },
    measured: {
      matmulFlopsPerSecond: { fp16: 1745.0 * tera, bf16: 1745.0 * tera, fp8: 3432.5 * tera },
      source: bestMatmulSource,
    },
    deviceNames: ["NVIDIA B200"],
    sources: [computeTableSource, linkTableSource],
    note: "192 GiB installed, 180 GB usable. The memory clock gives 8.18 TB/s; some data sheets state 7.7.",
  },
  {
    ...blackwellFields,
    id: "gb200",
    name: "GB200 (per Blackwell GPU; superchip = 2)",
    memoryBytes: 186 * giga,
    bandwidthBytesPerSecond: 8000 * giga,
    peakFlopsPerSecond: toFlopsPerSecond({
      fp32: 80,
      tf32: 1250,
      fp16: 2500,
      bf16: 2500,
      fp8: 5000,
      int8: 5000,
      fp4: 10000,
    }),
    link: { kind: "NVLink5 + NVLink-C2C", bidirectionalBytesPerSecond: 1800 * giga },
    measured: {
      matmulFlopsPerSecond: { fp16: 1822.0 * tera, bf16: 1822.0 * tera, fp8: 3615.6 * tera },
      source: bestMatmulSource,
    },
    deviceNames: ["NVIDIA GB200"],
    sources: [computeTableSource, hmcTechSource],
    note: "Values of one GPU of the superchip. The peaks are a quarter of the vendor's, which are for two GPUs with sparsity.",
  },
  {
    id: "b300",
    name: "B300 SXM",
    vendor: "NVIDIA",
    family: "Blackwell Ultra",
    memoryBytes: 288 * giga,
    memoryKind: "HBM3e",
    bandwidthBytesPerSecond: 8000 * giga,
    peakFlopsPerSecond: toFlopsPerSecond({
      fp32: 80,
      tf32: 1125,
      fp16: 2250,
      bf16: 2250,
      fp8: 4500,
      fp4: 12600,
    }),
    link: { kind: "NVLink5", bidirectionalBytesPerSecond: 1800 * giga },
    measured: {
      matmulFlopsPerSecond: { fp16: 1769.0 * tera, bf16: 1769.0 * tera, fp8: 3353.3 * tera },
      source: bestMatmulSource,
    },
    deviceNames: ["NVIDIA B300*"],
    confidence: "conflicting",
    sources: [computeTableSource, "itkb.uw.cz lists 3500 / 7000 / 15000"],
    note: "Sources disagree on dense FP4: 12.6 to 15 PFLOP/s. INT8 is much slower; no published figure was found.",
  },
  {
    ...blackwellFields,
    id: "rtx5090",
    name: "GeForce RTX 5090",
    memoryBytes: 32 * giga,
    memoryKind: "GDDR7",
    bandwidthBytesPerSecond: 1792 * giga,
    peakFlopsPerSecond: toFlopsPerSecond({
      fp32: 104.8,
      tf32: 104.8,
      fp16: 209.5,
      bf16: 209.5,
      fp8: 419,
      int8: 838,
      fp4: 1676,
    }),
    peakClockHertz: (209.5 * tera) / (170 * 512),
    link: { kind: "PCIe5 x16", bidirectionalBytesPerSecond: 128 * giga },
    deviceNames: ["NVIDIA GeForce RTX 5090"],
    sources: ["spheron.network, RTX 5090", "Linux Format, RTX 5090 review", unverifiedSource],
    note: "The FP16 peak is a quarter of the published 838 TFLOP/s, which assume FP16 accumulation and sparsity.",
  },
];

/** Apple GPUs. Apple publishes no peaks for them. */
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import { unverifiedSource, giga, toFlopsPerSecond } from "./sources";

const appleGpuFields = {
  vendor: "Apple",
  family: "Apple GPU",
  memoryKind: "LPDDR5(X) unified",
  link: { kind: "none", bidirectionalBytesPerSecond: null },
  confidence: "estimate",
  sources: [unverifiedSource, "bandwidth from gpuhunter.io and atomgradient.github.io"],
  note: "Apple publishes the bandwidth, but no FLOP/s. The peaks are a community estimate from cores × clock. FP16 is assumed equal to FP32.",
} as const satisfies Partial<Accelerator>;

/** Published values of Apple GPUs. */
export const appleSiliconAccelerators: readonly Accelerator[] = [
  {
    ...appleGpuFields,
    id: "m1-max",
    name: "Apple M1 Max 32c",
    memoryBytes: 64 * giga,
    bandwidthBytesPerSecond: 400 * giga,
    peakFlopsPerSecond: toFlopsPerSecond({ fp32: 10.4, fp16: 10.4 }),
    deviceNames: ["Apple M1 Max*"],
  },
  {
    ...appleGpuFields,
    id: "m1-ultra",
    name: "Apple M1 Ultra 64c",
    memoryBytes: 128 * giga,
    bandwidthBytesPerSecond: 800 * giga,
    peakFlopsPerSecond: toFlopsPerSecond({ fp32: 21.0, fp16: 21.0 }),
    deviceNames: ["Apple M1 Ultra*"],
  },
  {
    ...appleGpuFields,
    id: "m2-max",
    name: "Apple M2 Max 38c",
    memoryBytes: 96 * giga,
    bandwidthBytesPerSecond: 400 * giga,
    peakFlopsPerSecond: toFlopsPerSecond({ fp32: 13.6, fp16: 13.6 }),
    deviceNames: ["Apple M2 Max*"],
  },
  {
    ...appleGpuFields,
    id: "m2-ultra",
    name: "Apple M2 Ultra 76c",
    memoryBytes: 192 * giga,
    bandwidthBytesPerSecond: 800 * giga,
    peakFlopsPerSecond: toFlopsPerSecond({ fp32: 27.2, fp16: 27.2 }),
    deviceNames: ["Apple M2 Ultra*"],
  },
  {
    ...appleGpuFields,
    id: "m3-max",
    name: "Apple M3 Max 40c",
    memoryBytes: 128 * giga,
    bandwidthBytesPerSecond: 400 * giga,
    peakFlopsPerSecond: toFlopsPerSecond({ fp32: 14.2, fp16: 14.2 }),
    deviceNames: ["Apple M3 Max*"],
  },
  {
    ...appleGpuFields,
    id: "m3-ultra",
    name: "Apple M3 Ultra 80c",
    memoryBytes: 512 * giga,
    bandwidthBytesPerSecond: 819 * giga,
    peakFlopsPerSecond: toFlopsPerSecond({ fp32: 28.4, fp16: 28.4 }),
    deviceNames: ["Apple M3 Ultra*"],
  },
  {
    ...appleGpuFields,
    id: "m4-pro",
    name: "Apple M4 Pro 20c",
    memoryBytes: 64 * giga,
    bandwidthBytesPerSecond: 273 * giga,
    peakFlopsPerSecond: toFlopsPerSecond({ fp32: 9.2, fp16: 9.2 }),
    deviceNames: ["Apple M4 Pro*"],
  },
  {
    ...appleGpuFields,
    id: "m4-max",
    name: "Apple M4 Max 40c",
    memoryBytes: 128 * giga,
    bandwidthBytesPerSecond: 546 * giga,
    peakFlopsPerSecond: toFlopsPerSecond({ fp32: 18.4, fp16: 18.4 }),
    deviceNames: ["Apple M4 Max*"],
  },
];

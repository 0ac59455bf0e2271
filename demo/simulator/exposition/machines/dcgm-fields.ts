/** Fields of dcgm-exporter: its default list, optional fields that operators enable, and the names since DCGM 4.6. */
import type { Gpu } from "@/demo/simulator/hardware";
import type { MachineSample } from "@/demo/simulator/exposition/exposition";
import type { GpuSample } from "./gpu-device";

/** Value of a gauge, or the increase of a counter. */
type Value = (gpuSample: GpuSample, sample: MachineSample, gpu: Gpu) => number;

interface DcgmField {
  readonly name: string;
  readonly help: string;
  readonly kind: "gauge" | "counter";
  readonly value: Value;
}

const mebibytes = (bytes: number): number => Math.round(bytes / (1024 * 1024));
const gauge = (name: string, help: string, value: Value): DcgmField => ({ name, help, kind: "gauge", value });
const counter = (name: string, help: string, value: Value): DcgmField => ({
  name,
  help,
  kind: "counter",
  value,
});
const hbmOffsetC = 6;

/** Fields of the exporter's default list. */
export const dcgmFields: readonly DcgmField[] = [
  gauge("DCGM_FI_DEV_SM_CLOCK", "SM clock frequency (in MHz).", ({ smClockMhz }) => smClockMhz),
  gauge("DCGM_FI_DEV_MEM_CLOCK", "Memory clock frequency (in MHz).", (_, __, gpu) => gpu.memoryClockMhz),
  gauge(
    "DCGM_FI_DEV_MEMORY_TEMP",
    "Memory temperature (in C).",
    ({ temperatureC }) => temperatureC + hbmOffsetC,
  ),
  gauge("DCGM_FI_DEV_GPU_TEMP", "GPU temperature (in C).", ({ temperatureC }) => temperatureC),
  gauge("DCGM_FI_DEV_POWER_USAGE", "Power draw (in W).", ({ powerWatts }) => powerWatts),
  counter(
    "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION",
    "Total energy consumption since boot (in mJ).",
    ({ energyJoules }) => energyJoules * 1000,
  ),
  counter("DCGM_FI_DEV_PCIE_REPLAY_COUNTER", "Total number of PCIe retries.", () => 0),
  gauge("DCGM_FI_DEV_GPU_UTIL", "GPU utilization (in %).", (_, { gpuBusyRatio }) =>
    Math.round(gpuBusyRatio * 100),
  ),
  gauge("DCGM_FI_DEV_MEM_COPY_UTIL", "Memory utilization (in %).", (_, { dramActiveRatio }) =>
    Math.round(dramActiveRatio * 100),
  ),
  gauge("DCGM_FI_DEV_XID_ERRORS", "Value of the last XID error encountered.", () => 0),
  gauge("DCGM_FI_DEV_FB_FREE", "Framebuffer memory free (in MiB).", ({ freeMemoryBytes }) =>
    mebibytes(freeMemoryBytes),
  ),
  gauge("DCGM_FI_DEV_FB_USED", "Framebuffer memory used (in MiB).", ({ usedMemoryBytes }) =>
    mebibytes(usedMemoryBytes),
  ),
  gauge("DCGM_FI_DEV_FB_RESERVED", "Framebuffer memory reserved (in MiB).", ({ reservedMemoryBytes }) =>
    mebibytes(reservedMemoryBytes),
  ),
  counter(
    "DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS",
    "Number of remapped rows for uncorrectable errors",
    () => 0,
  ),
  gauge("DCGM_FI_DEV_ROW_REMAP_FAILURE", "Whether remapping of rows has failed", () => 0),
  counter(
    "DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL",
    "Total number of NVLink bandwidth counters for all lanes.",
    (_, { linkBytes }) => Math.round(linkBytes),
  ),
  gauge(
    "DCGM_FI_PROF_GR_ENGINE_ACTIVE",
    "Ratio of time the graphics engine is active.",
    (_, { gpuBusyRatio }) => gpuBusyRatio,
  ),
  gauge(
    "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE",
    "Ratio of cycles the tensor (HMMA) pipe is active.",
    (_, { tensorActiveRatio }) => tensorActiveRatio,
  ),
  gauge(
    "DCGM_FI_PROF_DRAM_ACTIVE",
    "Ratio of cycles the device memory interface is active sending or receiving data.",
    (_, { dramActiveRatio }) => dramActiveRatio,
  ),
  gauge(
    "DCGM_FI_PROF_PCIE_TX_BYTES",
    "The rate of data transmitted over the PCIe bus in bytes per second.",
    (_, { networkSentBytes, elapsedSeconds }) => networkSentBytes / elapsedSeconds,
  ),
  gauge(
    "DCGM_FI_PROF_PCIE_RX_BYTES",
    "The rate of data received over the PCIe bus in bytes per second.",
    (_, { networkReceivedBytes, diskReadBytes, elapsedSeconds }) =>
      (networkReceivedBytes + diskReadBytes) / elapsedSeconds,
  ),
];

/** Warps cover a smaller fraction of an SM's cycles than of its time. */
const occupancyPerActive = 0.35;
const nanoseconds = 1e9;

/** Fields that are commented out in the default list. Only heat reduces the clock here, never the power limit. */
export const optionalDcgmFields: readonly DcgmField[] = [
  gauge(
    "DCGM_FI_PROF_SM_ACTIVE",
    "The ratio of cycles an SM has at least 1 warp assigned.",
    (_, { gpuBusyRatio }) => gpuBusyRatio * 0.96,
  ),
  gauge(
    "DCGM_FI_PROF_SM_OCCUPANCY",
    "The ratio of number of warps resident on an SM.",
    (_, { gpuBusyRatio }) => gpuBusyRatio * occupancyPerActive,
  ),
  counter("DCGM_FI_DEV_POWER_VIOLATION", "Throttling duration due to power constraints (in ns).", () => 0),
  counter(
    "DCGM_FI_DEV_THERMAL_VIOLATION",
    "Throttling duration due to thermal constraints (in ns).",
    (_, { clockRatio, elapsedSeconds }) => (clockRatio < 1 ? Math.round(elapsedSeconds * nanoseconds) : 0),
  ),
  counter("DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", "Total number of double-bit volatile ECC errors.", () => 0),
];

/** Names in DCGM 4.6 where they differ. */
export const renamedDcgmFields: Readonly<Record<string, string>> = {
  DCGM_FI_DEV_GPU_UTIL: "DCGM_FI_DEV_GPU_UTIL_RATIO",
  DCGM_FI_PROF_GR_ENGINE_ACTIVE: "DCGM_FI_PROF_GR_ENGINE_UTIL_RATIO",
  DCGM_FI_PROF_SM_ACTIVE: "DCGM_FI_PROF_SM_UTIL_RATIO",
  DCGM_FI_PROF_SM_OCCUPANCY: "DCGM_FI_PROF_SM_OCCUPANCY_RATIO",
  DCGM_FI_PROF_PIPE_TENSOR_ACTIVE: "DCGM_FI_PROF_TENSOR_UTIL_RATIO",
  DCGM_FI_PROF_DRAM_ACTIVE: "DCGM_FI_PROF_DRAM_UTIL_RATIO",
  DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL: "DCGM_FI_DEV_NVLINK_THROUGHPUT_TOTAL",
  DCGM_FI_DEV_POWER_USAGE: "DCGM_FI_DEV_BOARD_POWER_WATTS",
  DCGM_FI_DEV_GPU_TEMP: "DCGM_FI_DEV_GPU_TEMP_CELSIUS",
  DCGM_FI_DEV_MEMORY_TEMP: "DCGM_FI_DEV_MEMORY_TEMP_CELSIUS",
  DCGM_FI_DEV_XID_ERRORS: "DCGM_FI_DEV_XID_ERROR",
  DCGM_FI_DEV_PCIE_REPLAY_COUNTER: "DCGM_FI_DEV_PCIE_REPLAY_TOTAL",
  DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS: "DCGM_FI_DEV_ROW_REMAP_UNCORRECTABLE_TOTAL",
  DCGM_FI_DEV_ROW_REMAP_FAILURE: "DCGM_FI_DEV_ROW_REMAP_FAILED",
};

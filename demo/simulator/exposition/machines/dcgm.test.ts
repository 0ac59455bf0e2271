/** dcgm-exporter's names before and since DCGM 4.6, stated independently of the implementation. */
import { expect, test } from "vitest";
import { listLabelNames, outline, valueOf } from "@/tests/support/histories/exposition-text";
import { runRequests, startMs } from "@/tests/support/traces/run-requests";
import { dcgm, dcgm46 } from "./dcgm";

const old = runRequests([dcgm]).families;
const renamed = runRequests([dcgm46]).families;
const labels = "DCGM_FI_DRIVER_VERSION,Hostname,UUID,container,device,gpu,modelName,namespace,pci_bus_id,pod";

test("up to 4.5: families, types and labels", () => {
  const gauges = [
    "DEV_SM_CLOCK DEV_MEM_CLOCK DEV_GPU_TEMP DEV_POWER_USAGE DEV_GPU_UTIL DEV_MEM_COPY_UTIL DEV_FB_FREE DEV_FB_USED",
    "DEV_FB_RESERVED PROF_GR_ENGINE_ACTIVE PROF_PIPE_TENSOR_ACTIVE PROF_DRAM_ACTIVE DEV_XID_ERRORS",
    "DEV_MEMORY_TEMP DEV_ROW_REMAP_FAILURE PROF_PCIE_TX_BYTES PROF_PCIE_RX_BYTES",
  ]
    .join(" ")
    .split(" ");
  expect(outline(old).toSorted()).toEqual(
    [
      ...gauges.map((name) => `DCGM_FI_${name} gauge ${labels}`),
      ...[
        "TOTAL_ENERGY_CONSUMPTION",
        "PCIE_REPLAY_COUNTER",
        "UNCORRECTABLE_REMAPPED_ROWS",
        "NVLINK_BANDWIDTH_TOTAL",
      ].map((name) => `DCGM_FI_DEV_${name} counter ${labels}`),
    ].toSorted(),
  );
});

test("since 4.6: twelve renamed fields, a label in lower case, and five additional fields", () => {
  const removed = [...old.keys()].filter((name) => !renamed.has(name));
  const added = [...renamed.keys()].filter((name) => !old.has(name));
  expect(removed.toSorted()).toEqual([
    "DCGM_FI_DEV_GPU_TEMP",
    "DCGM_FI_DEV_GPU_UTIL",
    "DCGM_FI_DEV_MEMORY_TEMP",
    "DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL",
    "DCGM_FI_DEV_PCIE_REPLAY_COUNTER",
    "DCGM_FI_DEV_POWER_USAGE",
    "DCGM_FI_DEV_ROW_REMAP_FAILURE",
    "DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS",
    "DCGM_FI_DEV_XID_ERRORS",
    "DCGM_FI_PROF_DRAM_ACTIVE",
    "DCGM_FI_PROF_GR_ENGINE_ACTIVE",
    "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE",
  ]);
  expect(added.toSorted()).toEqual([
    "DCGM_FI_DEV_BOARD_POWER_WATTS",
    "DCGM_FI_DEV_ECC_DBE_VOL_TOTAL",
    "DCGM_FI_DEV_GPU_TEMP_CELSIUS",
    "DCGM_FI_DEV_GPU_UTIL_RATIO",
    "DCGM_FI_DEV_MEMORY_TEMP_CELSIUS",
    "DCGM_FI_DEV_NVLINK_THROUGHPUT_TOTAL",
    "DCGM_FI_DEV_PCIE_REPLAY_TOTAL",
    "DCGM_FI_DEV_POWER_VIOLATION",
    "DCGM_FI_DEV_ROW_REMAP_FAILED",
    "DCGM_FI_DEV_ROW_REMAP_UNCORRECTABLE_TOTAL",
    "DCGM_FI_DEV_THERMAL_VIOLATION",
    "DCGM_FI_DEV_XID_ERROR",
    "DCGM_FI_PROF_DRAM_UTIL_RATIO",
    "DCGM_FI_PROF_GR_ENGINE_UTIL_RATIO",
    "DCGM_FI_PROF_SM_OCCUPANCY_RATIO",
    "DCGM_FI_PROF_SM_UTIL_RATIO",
    "DCGM_FI_PROF_TENSOR_UTIL_RATIO",
  ]);
  expect(listLabelNames(renamed, "DCGM_FI_DEV_FB_USED")).toContain("hostname");
  expect(listLabelNames(renamed, "DCGM_FI_DEV_FB_USED")).not.toContain("Hostname");
});

test("memory adds up to the GPU's total in MiB; the clock is the GPU's", () => {
  const of = (name: string): number => valueOf(old, `DCGM_FI_DEV_FB_${name}`);
  expect(of("USED") + of("FREE") + of("RESERVED")).toBeCloseTo(48e9 / 1024 ** 2, -1);
  expect(valueOf(old, "DCGM_FI_DEV_SM_CLOCK")).toBe(2520);
  expect(valueOf(old, "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION")).toBeGreaterThan(0);
});

test("a clock below the rated one counts as thermal throttling, in nanoseconds", () => {
  const played = runRequests([dcgm46]);
  const name = "DCGM_FI_DEV_THERMAL_VIOLATION";
  expect(valueOf(played.families, name)).toBe(0);
  played.deployment.setFault("compute-throttled", undefined, startMs + 600_000);
  const [hot] = played.scrape(startMs + 610_000);
  expect(valueOf(hot!, name)).toBe(10e9);
});

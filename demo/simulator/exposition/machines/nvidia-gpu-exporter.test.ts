/** nvidia_gpu_exporter's names, stated independently of the implementation. */
import { expect, test } from "vitest";
import { outline, valueOf } from "@/tests/support/histories/exposition-text";
import { runRequests } from "@/tests/support/traces/run-requests";
import { nvidiaGpuExporter } from "./nvidia-gpu-exporter";

const { families } = runRequests([nvidiaGpuExporter]);

test("every series has a uuid; only the info series has names", () => {
  const gauges = [
    "utilization_gpu_ratio utilization_memory_ratio memory_used_bytes memory_free_bytes memory_total_bytes",
    "power_draw_watts enforced_power_limit_watts temperature_gpu clocks_current_sm_clock_hz",
  ]
    .join(" ")
    .split(" ");
  expect(outline(families).toSorted()).toEqual(
    [
      ...gauges.map((name) => `nvidia_smi_${name} gauge uuid`),
      "nvidia_smi_energy_joules_total counter uuid",
      "nvidia_smi_gpu_info gauge compute_cap,cuda_version,driver_version,index,name,pci_bus_id,serial,uuid",
    ].toSorted(),
  );
});

test("uses SI units: bytes, hertz and watts", () => {
  expect(valueOf(families, "nvidia_smi_memory_total_bytes")).toBe(48e9);
  expect(valueOf(families, "nvidia_smi_clocks_current_sm_clock_hz")).toBe(2520e6);
  expect(valueOf(families, "nvidia_smi_enforced_power_limit_watts")).toBe(350);
});

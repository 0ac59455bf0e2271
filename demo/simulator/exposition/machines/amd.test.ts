/** The AMD exporter's names, stated independently of the implementation. */
import { expect, test } from "vitest";
import { outline, valueOf } from "@/tests/support/histories/exposition-text";
import { runRequests } from "@/tests/support/traces/run-requests";
import { amd } from "./amd";

const { families } = runRequests([amd]);
const labels = [
  "card_model,card_series,card_vendor,cluster_name,container,gpu_compute_partition_type,gpu_id",
  "gpu_memory_partition_type,gpu_partition_id,gpu_uuid,hostname,job_id,job_user,namespace,pod,serial_number",
].join(",");

test("exposes the exporter's families, types and labels, without a prefix", () => {
  const names = [
    "gpu_gfx_activity gpu_umc_activity gpu_prof_sm_active gpu_prof_occupancy_percent gpu_prof_tensor_active_percent",
    "gpu_used_vram gpu_free_vram gpu_total_vram gpu_package_power gpu_power_usage gpu_energy_consumed",
    "gpu_junction_temperature gpu_health",
  ]
    .join(" ")
    .split(" ");
  expect(outline(families).toSorted()).toEqual(names.map((name) => `${name} gauge ${labels}`).toSorted());
});

test("reports memory in megabytes of 2^20, and energy in microjoules as a gauge", () => {
  expect(valueOf(families, "gpu_total_vram")).toBe(48e9 / 2 ** 20);
  const joules = valueOf(families, "gpu_energy_consumed") / 1e6;
  // Ten minutes of a nearly idle GPU with 35 W idle and 350 W full power.
  expect(joules).toBeGreaterThan(600 * 35 * 0.99);
  expect(joules).toBeLessThan(600 * 350);
});

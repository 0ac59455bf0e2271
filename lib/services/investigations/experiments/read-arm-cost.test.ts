import { beforeEach, expect, test, vi } from "vitest";
import type { ArmBlocks } from "@/lib/analysis/experiments/arm-blocks";
import { queryDeviceEnvironment } from "@/lib/services/baselines/read-devices";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { readGpuCost } from "@/lib/services/roofline/setting/gpu-hour-price";
import type { BaselineDocument } from "@/lib/model/baseline/baseline-document";
import { readArmCosts } from "./read-arm-cost";

vi.mock("@/lib/services/baselines/read-devices", () => ({ queryDeviceEnvironment: vi.fn() }));
vi.mock("@/lib/services/roofline/setting/gpu-hour-price", () => ({ readGpuCost: vi.fn() }));

const price = { perAcceleratorHour: 2.5, currency: "EUR" };
const arm = (instanceCounts: readonly number[] = [1, 1]) => ({
  deployment: {} as KnownDeployment,
  blocks: { measured: { blockMs: 60_000 }, startsMs: [0, 60_000], instanceCounts } as unknown as ArmBlocks,
  stored: null,
});
const baselineArm = (environment: BaselineDocument["environment"]) => ({
  ...arm(),
  stored: { document: { environment } as BaselineDocument },
});
const countsOf = async (instanceCounts?: readonly number[]) =>
  (await readArmCosts([arm(), arm(instanceCounts)])).map((cost) =>
    typeof cost === "string" ? cost : cost.gpuCounts,
  );

beforeEach(() => {
  vi.mocked(queryDeviceEnvironment).mockReset().mockResolvedValue({ "gpu.count": "8" });
  vi.mocked(readGpuCost).mockReset().mockResolvedValue({ price, enteredCount: 4 });
});

test("the GPUs that an exporter reports count for both arms, and change with the instances", async () => {
  expect(await countsOf([1, 2])).toEqual([
    [8, 8],
    [4, 8],
  ]);
});

test("a counted number of one arm is not compared with an entered number of the other", async () => {
  vi.mocked(queryDeviceEnvironment).mockResolvedValueOnce({});
  expect(await countsOf()).toEqual([
    [4, 4],
    [4, 4],
  ]);
  vi.mocked(queryDeviceEnvironment).mockResolvedValueOnce({});
  vi.mocked(readGpuCost).mockResolvedValue({ price, enteredCount: null });
  expect(await countsOf()).toEqual(["no-gpu-count", "no-gpu-count"]);
});

test("a baseline has the GPUs that metrics reported when it was captured", async () => {
  const gpuCountsOf = async (environment: BaselineDocument["environment"]) =>
    (await readArmCosts([baselineArm(environment), arm()])).map((cost) =>
      typeof cost === "string" ? cost : cost.gpuCounts[0],
    );
  expect(await gpuCountsOf({ "gpu.count": { value: "16", origin: "info-metric" } })).toEqual([16, 8]);
  expect(vi.mocked(queryDeviceEnvironment)).toHaveBeenCalledTimes(1);
  // An entered number is not a measurement.
  expect(await gpuCountsOf({ "gpu.count": { value: "16", origin: "roofline-setting" } })).toEqual([4, 4]);
});

test("a source that does not respond is an error, and is not queried without a price", async () => {
  vi.mocked(queryDeviceEnvironment).mockRejectedValue(new Error("unreachable"));
  await expect(countsOf()).rejects.toThrow("unreachable");
  vi.mocked(readGpuCost).mockResolvedValue({ price: null, enteredCount: 4 });
  expect(await countsOf()).toEqual(["no-price", "no-price"]);
});

import { expect, test } from "vitest";
import { toDeviceEnvironment } from "./describe-devices";

const h100 = { exporter: "dcgm", name: "NVIDIA H100 80GB HBM3", count: 4, migProfile: null } as const;

test("equal devices are one model with their number and driver", () => {
  expect(toDeviceEnvironment([{ ...h100, driver: "580.82.07" }])).toEqual({
    "gpu.model": "NVIDIA H100 80GB HBM3",
    "gpu.count": "4",
    driver: "580.82.07",
  });
});

test("different models, MIG profiles and drivers are listed in a fixed order", () => {
  const h200 = { ...h100, name: "NVIDIA H200", count: 2, driver: "570.1" };
  const instance = { ...h100, count: 1, migProfile: "1g.10gb", driver: "580.82.07" };
  const environment = {
    "gpu.model": "NVIDIA H100 80GB HBM3 1g.10gb, NVIDIA H200",
    "gpu.count": "3",
    driver: "570.1, 580.82.07",
  };
  expect(toDeviceEnvironment([h200, instance])).toEqual(environment);
  expect(toDeviceEnvironment([instance, h200])).toEqual(environment);
});

test("without devices nothing is known, and without a driver label only the driver is unknown", () => {
  expect(toDeviceEnvironment([])).toEqual({});
  expect(toDeviceEnvironment([h100])).toEqual({ "gpu.model": "NVIDIA H100 80GB HBM3", "gpu.count": "4" });
});

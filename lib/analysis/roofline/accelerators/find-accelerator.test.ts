import { expect, test } from "vitest";
import { allAccelerators } from "./all-accelerators";
import { matchAccelerators, findDuplicateDeviceName } from "./find-accelerator";

test.each([
  ["NVIDIA H100 80GB HBM3", "h100-sxm"],
  ["NVIDIA H100 PCIe", "h100-pcie"],
  ["NVIDIA H100 NVL", "h100-nvl"],
  ["NVIDIA H200", "h200-sxm"],
  ["NVIDIA H200 NVL", "h200-nvl"],
  ["NVIDIA A100-SXM4-80GB", "a100-80-sxm"],
  ["NVIDIA A100 80GB PCIe", "a100-80-pcie"],
  ["NVIDIA A10", "a10"],
  ["NVIDIA A10G", "a10g"],
  ["NVIDIA L40S", "l40s"],
  ["NVIDIA L4", "l4"],
  ["Tesla T4", "t4"],
  ["Tesla V100-SXM2-32GB", "v100-sxm2"],
  ["nvidia  geforce RTX 4090", "rtx4090"],
  ["AMD Instinct MI300X OAM", "mi300x"],
  ["AMD Instinct MI300X", "mi300x"],
  ["NVIDIA B200", "b200"],
])("%s is %s", (name, id) => {
  expect(matchAccelerators({ name })).toMatchObject({
    kind: "one",
    accelerator: { id },
    memorySize: "unknown",
  });
});

test("every row is found by its device names and by no others", () => {
  for (const { id, deviceNames } of allAccelerators)
    for (const name of deviceNames)
      expect(matchAccelerators({ name: name.replace("*", "") }), name).toMatchObject({
        kind: "one",
        accelerator: { id },
      });
});

test("memory distinguishes cards of one name, a MIG instance has no row, an unknown card has none", () => {
  const h100 = { name: "NVIDIA H100 80GB HBM3" };
  expect(matchAccelerators({ ...h100, memoryBytes: 81_559 * 1024 ** 2 })).toMatchObject({
    memorySize: "agrees",
  });
  const small = { name: "Tesla V100-SXM2-16GB", memoryBytes: 16_160 * 1024 ** 2 };
  expect(matchAccelerators(small)).toMatchObject({ kind: "one", memorySize: "differs" });
  expect(matchAccelerators({ ...h100, migProfile: "1g.10gb" })).toMatchObject({ kind: "mig-instance" });
  expect(matchAccelerators({ name: "NVIDIA H100 80GB HBM3 MIG 1g.10gb" })).toMatchObject({
    kind: "mig-instance",
    accelerators: [{ id: "h100-sxm" }],
  });
  expect(matchAccelerators({ name: "NVIDIA L40" })).toEqual({ kind: "none" });
});

test("added rows are searched too, and both are returned if two claim one name", () => {
  const userRow = { ...allAccelerators[0]!, id: "own", deviceNames: ["NVIDIA H100 80GB HBM3"] };
  expect(matchAccelerators({ name: "NVIDIA H100 80GB HBM3" }, [...allAccelerators, userRow])).toMatchObject({
    kind: "several",
  });
});

test("a stored row whose name matches everything takes no device from other rows", () => {
  const [first] = allAccelerators;
  const anything = { ...first!, id: "anything", deviceNames: ["*"] };
  expect(matchAccelerators({ name: "NVIDIA L40S" }, [...allAccelerators, anything])).toMatchObject({
    kind: "one",
    accelerator: { id: "l40s" },
  });
  expect(matchAccelerators({ name: "Unknown card" }, [anything])).toEqual({ kind: "none" });
});

test.each([
  ["NVIDIA H200", "h200-sxm"],
  ["nvidia h200", "h200-sxm"],
  ["NVIDIA H2*", "h200-sxm"],
  ["*MI300X*", "mi300x"],
  ["Tesla V100-SXM2-32GB", "v100-sxm2"],
])("the device name %s is taken by %s", (name, id) => {
  const userRow = { id: "own", deviceNames: ["Lab 1", name] };
  expect(findDuplicateDeviceName(userRow, allAccelerators)).toMatchObject({
    deviceName: name,
    existingAccelerator: { id },
  });
});

test("unused names and a row's present names are free, and a match-all name takes nothing", () => {
  const free = { id: "own", deviceNames: ["Lab X1*", "NVIDIA H200Z", "NVIDIA L40"] };
  expect(findDuplicateDeviceName(free, allAccelerators)).toBeNull();
  for (const row of allAccelerators) expect(findDuplicateDeviceName(row, allAccelerators), row.id).toBeNull();
  const anything = { ...allAccelerators[0]!, id: "anything", deviceNames: ["*"] };
  expect(findDuplicateDeviceName(free, [anything])).toBeNull();
});

test("a reported MI250X is one of the module's two dies: 1,029 GB/s are an MBU of 0.628, not 0.314", () => {
  const match = matchAccelerators({ name: "AMD Instinct MI250X", memoryBytes: 64 * 2 ** 30 });
  expect(match).toMatchObject({ kind: "one", accelerator: { id: "mi250x-gcd" }, memorySize: "agrees" });
  const bandwidth = match.kind === "one" ? match.accelerator.bandwidthBytesPerSecond : 0;
  expect(1_029e9 / bandwidth).toBeCloseTo(0.628, 3);
  // Two devices make the module, which remains in the table for manual selection.
  const moduleRow = allAccelerators.find(({ id }) => id === "mi250x");
  expect((moduleRow?.bandwidthBytesPerSecond ?? 0) / bandwidth).toBeCloseTo(2, 2);
});

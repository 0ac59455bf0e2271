import { expect, test } from "vitest";
import { acceleratorSchema } from "./accelerator-schema";

const card = {
  id: "own-card",
  name: "Own card",
  vendor: "us",
  family: "own",
  memoryBytes: 80e9,
  memoryKind: "HBM",
  bandwidthBytesPerSecond: 3e12,
  peakFlopsPerSecond: { bf16: 1e15 },
  link: { kind: "none", bidirectionalBytesPerSecond: null },
  deviceNames: ["Own card 80GB"],
  confidence: "stated",
  sources: ["its data sheet"],
};

const errorsWith = (changed: object): readonly string[] =>
  acceleratorSchema
    .safeParse({ ...card, ...changed })
    .error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`) ?? [];

test("requires names that are one line and can be stored", () => {
  expect(errorsWith({})).toEqual([]);
  for (const name of ["a\u0000b", "\u202elive", "two\nlines", "\ud800"])
    expect(errorsWith({ name }), JSON.stringify(name)).toEqual([
      "name must be one line without control or direction characters",
    ]);
  expect(errorsWith({ deviceNames: ["\u0007"] })[0]).toMatch(/^deviceNames.0 must be one line/);
});

test("refuses bandwidths and memory sizes below 10⁶ bytes", () => {
  expect(errorsWith({ bandwidthBytesPerSecond: 1e-300 })).toEqual(["bandwidthBytesPerSecond is too small"]);
  expect(errorsWith({ memoryBytes: 1 })).toEqual(["memoryBytes is too small"]);
});

import { expect, test } from "vitest";
import { allAccelerators } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { acceleratorSchema } from "@/lib/model/accelerator-schema";
import { toDraft, emptyDraft, parseDraft } from "./accelerator-draft";
import { peakWarnings } from "./peak-warnings";

const usable = {
  ...emptyDraft,
  name: "Lab card",
  vendor: "Lab",
  memoryGb: "96",
  bandwidthGbPerSecond: "4000",
  peaks: { ...emptyDraft.peaks, bf16: "500" },
  source: "its data sheet",
};

test("a form becomes what the door takes, in canonical units", () => {
  const read = parseDraft({ ...usable, measuredGbPerSecond: "3600", deviceNames: " LAB A \n\nLAB B" });
  if (read.kind === "errors") throw new Error(JSON.stringify(read.errors));
  expect(read.accelerator).toMatchObject({
    memoryBytes: 96e9,
    bandwidthBytesPerSecond: 4e12,
    peakFlopsPerSecond: { bf16: 500e12 },
    measured: { bandwidthBytesPerSecond: 3.6e12, matmulFlopsPerSecond: {} },
    deviceNames: ["LAB A", "LAB B"],
    sources: ["its data sheet"],
  });
  expect(() => acceleratorSchema.omit({ id: true, confidence: true }).parse(read.accelerator)).not.toThrow();
});

test("everything that is missing or no number is named at once", () => {
  const read = parseDraft({
    ...emptyDraft,
    memoryGb: "much",
    linkGbPerSecond: "-1",
    peaks: { ...emptyDraft.peaks, fp8: "x" },
  });
  expect(read.kind === "errors" && Object.keys(read.errors).toSorted()).toEqual([
    "bandwidthGbPerSecond",
    "fp8",
    "linkGbPerSecond",
    "memoryGb",
    "name",
    "source",
    "vendor",
  ]);
  const without = parseDraft({ ...usable, peaks: emptyDraft.peaks });
  expect(without.kind === "errors" && without.errors["bf16"]).toMatch(/dense peak of one precision/);
});

test("a number beyond what can be counted is too large, not too small", () => {
  const read = parseDraft({ ...usable, memoryGb: "1e400", peaks: { ...usable.peaks, fp8: "1e400" } });
  expect(read.kind === "errors" && read.errors).toEqual({ memoryGb: "is too large", fp8: "is too large" });
});

test("a narrower format slower than a wider one is doubted, and no row of the table is", () => {
  const peaks = { ...usable.peaks, fp8: "100" };
  expect(peakWarnings({ ...usable, peaks })).toEqual([
    "FP8 is below BF16 here: narrower numbers are multiplied at least as fast. One of them may be of another accelerator.",
  ]);
  expect(parseDraft({ ...usable, peaks }).kind).toBe("form");
  expect(peakWarnings(usable)).toEqual([]);
  expect(peakWarnings({ ...usable, peaks: { ...peaks, fp8: "x" } })).toEqual([]);
  for (const row of allAccelerators) expect(peakWarnings(toDraft(row)), row.id).toEqual([]);
});

test("a row of the table that is opened and saved as it is stays as it is", () => {
  for (const row of allAccelerators) {
    const read = parseDraft(toDraft(row), row);
    if (read.kind === "errors") throw new Error(`${row.id}: ${JSON.stringify(read.errors)}`);
    expect(read.accelerator.memoryBytes / row.memoryBytes, row.id).toBeCloseTo(1, 9);
    expect(read.accelerator.bandwidthBytesPerSecond / row.bandwidthBytesPerSecond, row.id).toBeCloseTo(1, 9);
    expect(Object.keys(read.accelerator.peakFlopsPerSecond)).toEqual(Object.keys(row.peakFlopsPerSecond));
  }
});

test.each(["*", " * ", "**", "N*", "NVIDIA*", "*1*", "NVIDIA H*"])(
  "a device name that would match many accelerators is refused in its field: %s",
  (deviceNames) => {
    const read = parseDraft({ ...usable, deviceNames: `LAB A\n${deviceNames}` });
    expect(read.kind === "errors" && read.errors["deviceNames"]).toMatch(/would match many accelerators/);
  },
);

test.each(["LAB A", "Lab X1*", "NVIDIA H100*", "tpu7x*"])(
  "a device name that tells which one is taken: %s",
  (name) => {
    expect(parseDraft({ ...usable, deviceNames: name }).kind).toBe("form");
  },
);

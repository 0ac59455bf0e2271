import { expect, test } from "vitest";
import { allAccelerators } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { acceleratorSchema } from "@/lib/model/roofline/accelerator-schema";
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

test("converts the form to the request body in base units", () => {
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

test("reports all missing and invalid fields at once", () => {
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
  expect(without.kind === "errors" && without.errors["bf16"]).toMatch(/dense peak of at least one precision/);
});

test("reports a number beyond the representable range as too large", () => {
  const read = parseDraft({ ...usable, memoryGb: "1e400", peaks: { ...usable.peaks, fp8: "1e400" } });
  expect(read.kind === "errors" && read.errors).toEqual({ memoryGb: "is too large", fp8: "is too large" });
});

test("warns when a narrower format is slower than a wider one, but not for the shipped GPUs", () => {
  const peaks = { ...usable.peaks, fp8: "100" };
  expect(peakWarnings({ ...usable, peaks })).toEqual([
    "The FP8 peak is below BF16. A narrower format is at least as fast on the same GPU, so one of the values may be wrong.",
  ]);
  expect(parseDraft({ ...usable, peaks }).kind).toBe("form");
  expect(peakWarnings(usable)).toEqual([]);
  expect(peakWarnings({ ...usable, peaks: { ...peaks, fp8: "x" } })).toEqual([]);
  for (const row of allAccelerators) expect(peakWarnings(toDraft(row)), row.id).toEqual([]);
});

test("keeps a shipped GPU unchanged when it is opened and saved", () => {
  for (const row of allAccelerators) {
    const read = parseDraft(toDraft(row), row);
    if (read.kind === "errors") throw new Error(`${row.id}: ${JSON.stringify(read.errors)}`);
    expect(read.accelerator.memoryBytes / row.memoryBytes, row.id).toBeCloseTo(1, 9);
    expect(read.accelerator.bandwidthBytesPerSecond / row.bandwidthBytesPerSecond, row.id).toBeCloseTo(1, 9);
    expect(Object.keys(read.accelerator.peakFlopsPerSecond)).toEqual(Object.keys(row.peakFlopsPerSecond));
  }
});

test.each(["*", " * ", "**", "N*", "NVIDIA*", "*1*", "NVIDIA H*"])(
  "rejects a device name pattern that would match many GPUs: %s",
  (deviceNames) => {
    const read = parseDraft({ ...usable, deviceNames: `LAB A\n${deviceNames}` });
    expect(read.kind === "errors" && read.errors["deviceNames"]).toMatch(/would match many accelerators/);
  },
);

test.each(["LAB A", "Lab X1*", "NVIDIA H100*", "tpu7x*"])(
  "accepts a device name that identifies one GPU: %s",
  (name) => {
    expect(parseDraft({ ...usable, deviceNames: name }).kind).toBe("form");
  },
);

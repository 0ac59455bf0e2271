import { expect, test } from "vitest";
import { allAccelerators } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import { acceleratorSchema as documentSchema } from "@/lib/model/roofline/accelerator-schema";
import { parseForm } from "@/tests/support/parse-form";
import {
  createAcceleratorFormSchema,
  emptyAcceleratorDraft,
  toAcceleratorDraft,
  type AcceleratorDraft,
} from "./accelerator-schema";
import { peakWarnings } from "@/lib/sentences/roofline/peak-warnings";

type Fields = AcceleratorDraft["accelerator"];

const empty = emptyAcceleratorDraft.accelerator;
const usable: Fields = {
  ...empty,
  name: "Lab card",
  vendor: "Lab",
  memoryBytes: "96",
  bandwidthBytesPerSecond: "4000",
  peakFlopsPerSecond: { ...empty.peakFlopsPerSecond, bf16: "500" },
  sources: "its data sheet",
};

const parse = (accelerator: Fields, before?: Accelerator) =>
  parseForm(createAcceleratorFormSchema(before), { accelerator });

function errorsOf(accelerator: Fields): Readonly<Record<string, string>> {
  const { errors } = parse(accelerator);
  return Object.fromEntries(
    Object.entries(errors).map(([name, message]) => [name.replace(/^accelerator\./, ""), message]),
  );
}

test("converts the form to the request body in base units", () => {
  const { body, errors } = parse({
    ...usable,
    measured: { bandwidthBytesPerSecond: "3600" },
    deviceNames: " LAB A \n\nLAB B",
  });
  if (body === null) throw new Error(JSON.stringify(errors));
  expect(body.accelerator).toMatchObject({
    memoryBytes: 96e9,
    bandwidthBytesPerSecond: 4e12,
    peakFlopsPerSecond: { bf16: 500e12 },
    measured: { bandwidthBytesPerSecond: 3.6e12, matmulFlopsPerSecond: {} },
    deviceNames: ["LAB A", "LAB B"],
    sources: ["its data sheet"],
  });
  expect(() => documentSchema.omit({ id: true, confidence: true }).parse(body.accelerator)).not.toThrow();
});

test("reports all missing and invalid fields at once", () => {
  const errors = errorsOf({
    ...empty,
    memoryBytes: "much",
    link: { ...empty.link, bidirectionalBytesPerSecond: "-1" },
    peakFlopsPerSecond: { ...empty.peakFlopsPerSecond, fp8: "x" },
  });
  expect(Object.keys(errors).toSorted()).toEqual([
    "bandwidthBytesPerSecond",
    "link.bidirectionalBytesPerSecond",
    "memoryBytes",
    "name",
    "peakFlopsPerSecond.fp8",
    "sources",
    "vendor",
  ]);
  const without = errorsOf({ ...usable, peakFlopsPerSecond: empty.peakFlopsPerSecond });
  expect(without["peakFlopsPerSecond.bf16"]).toMatch(/dense peak of at least one precision/);
});

test("reports a number beyond the representable range as too large", () => {
  const peakFlopsPerSecond = { ...usable.peakFlopsPerSecond, fp8: "1e400" };
  expect(errorsOf({ ...usable, memoryBytes: "1e400", peakFlopsPerSecond })).toEqual({
    memoryBytes: "is too large",
    "peakFlopsPerSecond.fp8": "is too large",
  });
});

test("warns when a narrower format is slower than a wider one, but not for the shipped GPUs", () => {
  const peaks = { ...usable.peakFlopsPerSecond, fp8: "100" };
  expect(peakWarnings(peaks)).toEqual([
    "The FP8 peak is below BF16. A narrower format is at least as fast on the same GPU, so one of the values may be wrong.",
  ]);
  expect(errorsOf({ ...usable, peakFlopsPerSecond: peaks })).toEqual({});
  expect(peakWarnings(usable.peakFlopsPerSecond)).toEqual([]);
  expect(peakWarnings({ ...peaks, fp8: "x" })).toEqual([]);
  for (const row of allAccelerators)
    expect(peakWarnings(toAcceleratorDraft(row).accelerator.peakFlopsPerSecond), row.id).toEqual([]);
});

test("keeps a shipped GPU unchanged when it is opened and saved", () => {
  for (const row of allAccelerators) {
    const { body, errors } = parse(toAcceleratorDraft(row).accelerator, row);
    if (body === null) throw new Error(`${row.id}: ${JSON.stringify(errors)}`);
    const { memoryBytes, bandwidthBytesPerSecond, peakFlopsPerSecond } = body.accelerator;
    expect(memoryBytes / row.memoryBytes, row.id).toBeCloseTo(1, 9);
    expect(bandwidthBytesPerSecond / row.bandwidthBytesPerSecond, row.id).toBeCloseTo(1, 9);
    expect(Object.keys(peakFlopsPerSecond)).toEqual(Object.keys(row.peakFlopsPerSecond));
  }
});

test.each(["*", " * ", "**", "N*", "NVIDIA*", "*1*", "NVIDIA H*"])(
  "rejects a device name pattern that would match many GPUs: %s",
  (deviceNames) => {
    const errors = errorsOf({ ...usable, deviceNames: `LAB A\n${deviceNames}` });
    expect(errors["deviceNames"]).toMatch(/would match many accelerators/);
  },
);

test.each(["LAB A", "Lab X1*", "NVIDIA H100*", "tpu7x*"])(
  "accepts a device name that identifies one GPU: %s",
  (name) => {
    expect(errorsOf({ ...usable, deviceNames: name })).toEqual({});
  },
);

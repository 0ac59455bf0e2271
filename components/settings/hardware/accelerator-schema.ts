/** Schema of the GPU form. Its fields are texts in the units of data sheets, empty if unknown. */
import { fail, succeed } from "@/lib/base/result";
import type { AddAcceleratorBody } from "@/lib/contracts/roofline/roofline-tables";
import { deviceNameError, type Accelerator } from "@/lib/model/roofline/accelerator";
import { computePrecisions, type ComputePrecision } from "@/lib/model/roofline/precision";
import {
  nonEmpty,
  nullIfEmpty,
  positiveNumber,
  textField,
  z,
  type FormSchema,
} from "@/components/shared/forms/field-schemas";

/** Texts of the form's fields for dense peaks, by precision. */
export type PeakTexts = { readonly [P in ComputePrecision]: string };

/** Texts in the fields of the GPU form. */
export interface AcceleratorDraft {
  readonly accelerator: {
    readonly name: string;
    readonly vendor: string;
    readonly memoryBytes: string;
    readonly memoryKind: string;
    readonly bandwidthBytesPerSecond: string;
    readonly measured: { readonly bandwidthBytesPerSecond: string };
    /** Dense peaks by precision, in TFLOP/s. */
    readonly peakFlopsPerSecond: PeakTexts;
    readonly link: { readonly kind: string; readonly bidirectionalBytesPerSecond: string };
    /** Names by which exporters report the device, one per line. */
    readonly deviceNames: string;
    /** First source of the values. The form edits only this source. */
    readonly sources: string;
  };
}

const giga = 1e9;
const tera = 1e12;
const toText = (value: number | undefined | null, unit: number): string =>
  value === undefined || value === null ? "" : String(Number((value / unit).toPrecision(12)));

/** Texts of a new GPU form. */
export const emptyAcceleratorDraft = toAcceleratorDraft({
  name: "",
  vendor: "",
  memoryKind: "HBM",
  peakFlopsPerSecond: {},
  link: { kind: "PCIe", bidirectionalBytesPerSecond: null },
  deviceNames: [],
  sources: [],
});

type Known = "name" | "vendor" | "memoryKind" | "peakFlopsPerSecond" | "link" | "deviceNames" | "sources";

/** Fills the GPU form with the values of a table row. */
export function toAcceleratorDraft(row: Pick<Accelerator, Known> & Partial<Accelerator>): AcceleratorDraft {
  const peaks = computePrecisions.map((one) => [one, toText(row.peakFlopsPerSecond[one], tera)]);
  return {
    accelerator: {
      name: row.name,
      vendor: row.vendor,
      memoryBytes: toText(row.memoryBytes, giga),
      memoryKind: row.memoryKind,
      bandwidthBytesPerSecond: toText(row.bandwidthBytesPerSecond, giga),
      measured: { bandwidthBytesPerSecond: toText(row.measured?.bandwidthBytesPerSecond, giga) },
      peakFlopsPerSecond: Object.fromEntries(peaks) as PeakTexts,
      link: {
        kind: row.link.kind,
        bidirectionalBytesPerSecond: toText(row.link.bidirectionalBytesPerSecond, giga),
      },
      deviceNames: row.deviceNames.join("\n"),
      sources: row.sources[0] ?? "",
    },
  };
}

const text = textField(nonEmpty());
const gigabytes = textField(positiveNumber({ unit: giga }));
const optionalGigabytes = textField(nullIfEmpty(positiveNumber({ unit: giga })));
const peak = textField(nullIfEmpty(positiveNumber({ unit: tera })));

const peaks = z.pipe(
  z.object({ fp32: peak, tf32: peak, fp16: peak, bf16: peak, fp8: peak, int8: peak, fp4: peak }),
  z.transform((given, { issues }) => {
    const message = "enter the dense peak of at least one precision";
    const known = Object.entries(given).filter(([, value]) => value !== null);
    if (known.length === 0) issues.push({ code: "custom", path: ["bf16"], message, input: "" });
    return Object.fromEntries(known) as AddAcceleratorBody["accelerator"]["peakFlopsPerSecond"];
  }),
);

const deviceNames = textField((lines) => {
  const names = lines
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const errors = names.map((name) => [name, deviceNameError(name)] as const);
  const invalid = errors.find(([, error]) => error !== null);
  return invalid === undefined ? succeed(names) : fail(`“${invalid[0]}” ${invalid[1]}`);
});

const fields = z.object({
  name: text,
  vendor: text,
  memoryBytes: gigabytes,
  memoryKind: text,
  bandwidthBytesPerSecond: gigabytes,
  measured: z.object({ bandwidthBytesPerSecond: optionalGigabytes }),
  peakFlopsPerSecond: peaks,
  link: z.object({ kind: text, bidirectionalBytesPerSecond: optionalGigabytes }),
  deviceNames,
  sources: text,
});

/**
 * Returns the schema that converts the GPU form to a request body. `stored` has the values without a field
 * in the form.
 */
export function createAcceleratorFormSchema(
  stored?: Accelerator,
): FormSchema<AcceleratorDraft, AddAcceleratorBody> {
  return z.object({
    accelerator: z.pipe(
      fields,
      z.transform(({ measured: { bandwidthBytesPerSecond }, sources: source, ...given }) => ({
        ...given,
        family: stored?.family ?? given.vendor,
        ...(stored?.peakClockHertz === undefined ? {} : { peakClockHertz: stored.peakClockHertz }),
        ...(bandwidthBytesPerSecond === null
          ? {}
          : {
              measured: {
                matmulFlopsPerSecond: { ...stored?.measured?.matmulFlopsPerSecond },
                bandwidthBytesPerSecond,
                source: stored?.measured?.source ?? source,
              },
            }),
        sources: [source, ...(stored?.sources.slice(1) ?? [])],
        ...(stored?.note === undefined ? {} : { note: stored.note }),
      })),
    ),
  });
}

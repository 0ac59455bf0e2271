/** A GPU while it is edited: text fields in the units of data sheets, empty if unknown. */
import { deviceNameError, type Accelerator } from "@/lib/model/roofline/accelerator";
import { computePrecisions, type ComputePrecision } from "@/lib/model/roofline/precision";
import type { AddAcceleratorBody } from "@/lib/contracts/roofline/roofline-tables";

export interface AcceleratorDraft {
  readonly name: string;
  readonly vendor: string;
  readonly memoryGb: string;
  readonly memoryKind: string;
  readonly bandwidthGbPerSecond: string;
  readonly measuredGbPerSecond: string;
  /** Dense peaks in TFLOP/s. */
  readonly peaks: Readonly<Record<ComputePrecision, string>>;
  readonly linkKind: string;
  readonly linkGbPerSecond: string;
  /** One name per line. */
  readonly deviceNames: string;
  readonly source: string;
}

const noPeaks = Object.fromEntries(computePrecisions.map((one) => [one, ""])) as AcceleratorDraft["peaks"];

export const emptyDraft: AcceleratorDraft = {
  name: "",
  vendor: "",
  memoryGb: "",
  memoryKind: "HBM",
  bandwidthGbPerSecond: "",
  measuredGbPerSecond: "",
  peaks: noPeaks,
  linkKind: "PCIe",
  linkGbPerSecond: "",
  deviceNames: "",
  source: "",
};

const giga = 1e9;
const tera = 1e12;
const text = (value: number | undefined | null, by: number): string =>
  value === undefined || value === null ? "" : String(Number((value / by).toPrecision(12)));

export function toDraft(row: Accelerator): AcceleratorDraft {
  const peaks = computePrecisions.map((one) => [one, text(row.peakFlopsPerSecond[one], tera)]);
  return {
    name: row.name,
    vendor: row.vendor,
    memoryGb: text(row.memoryBytes, giga),
    memoryKind: row.memoryKind,
    bandwidthGbPerSecond: text(row.bandwidthBytesPerSecond, giga),
    measuredGbPerSecond: text(row.measured?.bandwidthBytesPerSecond, giga),
    peaks: Object.fromEntries(peaks) as AcceleratorDraft["peaks"],
    linkKind: row.link.kind,
    linkGbPerSecond: text(row.link.bidirectionalBytesPerSecond, giga),
    deviceNames: row.deviceNames.join("\n"),
    source: row.sources[0] ?? "",
  };
}

export type AcceleratorForm = AddAcceleratorBody["accelerator"];

export type ParsedDraft =
  | { readonly kind: "form"; readonly accelerator: AcceleratorForm }
  | { readonly kind: "errors"; readonly errors: Readonly<Record<string, string>> };

/** Validates the form. `before` provides values that the form has no field for. */
export function parseDraft(draft: AcceleratorDraft, before?: Accelerator): ParsedDraft {
  const errors: Record<string, string> = {};
  const amount = (name: string, given: string, by: number): number => {
    const value = Number(given.trim());
    const error = amountError(value);
    if (error !== null) errors[name] = error;
    return value * by;
  };
  const optional = (name: string, given: string, by: number): number | undefined =>
    given.trim() === "" ? undefined : amount(name, given, by);
  const word = (name: "name" | "vendor" | "memoryKind" | "linkKind" | "source"): string => {
    const value = draft[name].trim();
    if (value === "") errors[name] = "must not be empty";
    return value;
  };
  const peakFlopsPerSecond = peaksOf(draft, errors);
  const deviceNames = draft.deviceNames
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  for (const one of deviceNames) {
    const error = deviceNameError(one);
    if (error !== null) errors["deviceNames"] = `“${one}” ${error}`;
  }
  const measured = optional("measuredGbPerSecond", draft.measuredGbPerSecond, giga);
  const source = word("source");
  const accelerator: AcceleratorForm = {
    name: word("name"),
    vendor: word("vendor"),
    family: before?.family ?? word("vendor"),
    memoryBytes: amount("memoryGb", draft.memoryGb, giga),
    memoryKind: word("memoryKind"),
    bandwidthBytesPerSecond: amount("bandwidthGbPerSecond", draft.bandwidthGbPerSecond, giga),
    peakFlopsPerSecond,
    ...(before?.peakClockHertz === undefined ? {} : { peakClockHertz: before.peakClockHertz }),
    link: {
      kind: word("linkKind"),
      bidirectionalBytesPerSecond: optional("linkGbPerSecond", draft.linkGbPerSecond, giga) ?? null,
    },
    ...(measured === undefined
      ? {}
      : {
          measured: {
            matmulFlopsPerSecond: { ...before?.measured?.matmulFlopsPerSecond },
            bandwidthBytesPerSecond: measured,
            source: before?.measured?.source ?? source,
          },
        }),
    deviceNames,
    sources: [source, ...(before?.sources.slice(1) ?? [])],
    ...(before?.note === undefined ? {} : { note: before.note }),
  };
  return Object.keys(errors).length === 0 ? { kind: "form", accelerator } : { kind: "errors", errors };
}

function amountError(value: number): string | null {
  if (value === Infinity) return "is too large";
  return value > 0 ? null : "must be a number above 0";
}

function peaksOf(
  draft: AcceleratorDraft,
  errors: Record<string, string>,
): AcceleratorForm["peakFlopsPerSecond"] {
  const peaks: Partial<Record<ComputePrecision, number>> = {};
  for (const precision of computePrecisions) {
    const given = draft.peaks[precision].trim();
    if (given === "") continue;
    const value = Number(given);
    const error = amountError(value);
    if (error === null) peaks[precision] = value * tera;
    else errors[precision] = error;
  }
  if (computePrecisions.every((precision) => draft.peaks[precision].trim() === ""))
    errors["bf16"] = "enter the dense peak of at least one precision";
  return peaks;
}

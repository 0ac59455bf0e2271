/** Signal mappings while they are edited: one form row per mapping, with validation. Pure. */
import {
  mappingKind,
  mappableSignals,
  mappingError,
  metricNamePattern,
  type MappedSignal,
  type MappingKind,
  type SignalMapping,
  type SignalMappings,
} from "@/lib/model/signals/signal-mapping";
import { parseSelectorText, printSelectorText } from "@/lib/model/deployment/selector-text";
import { signalDefinition } from "@/lib/model/signals/signals";

/** Texts of the form row that maps one signal to a metric. */
export interface MappingDraft {
  readonly signal: MappedSignal;
  readonly kind: MappingKind;
  readonly metric: string;
  /** For a share of time: the metric that counts the total time. */
  readonly totalMetric: string;
  readonly scale: string;
  readonly labels: string;
}

/** Texts of the form that maps metrics to signals. */
export interface MappingDrafts {
  readonly mappings: readonly MappingDraft[];
}

/** Mappings of the form, or the errors of its rows. */
export interface ParsedMappings {
  /** Null if any draft is invalid. */
  readonly mappings: SignalMappings | null;
  /** One entry per draft; null if the draft is valid. */
  readonly draftErrors: readonly (string | null)[];
}

/** Converts stored mappings to form rows. */
export function toMappingDrafts(mappings: SignalMappings): readonly MappingDraft[] {
  return mappableSignals.flatMap((signal) => {
    const given = mappings[signal];
    if (given === undefined) return [];
    const kind = mappingKind(given);
    return [
      {
        signal,
        kind,
        metric: given[kind] ?? "",
        totalMetric: given.of ?? "",
        scale: given.scale === undefined ? "" : String(given.scale),
        labels: given.labels === undefined ? "" : printSelectorText([given.labels]),
      },
    ];
  });
}

/** Returns a draft for the first unmapped signal, or undefined if all signals are mapped. */
export function createNextDraft(drafts: readonly MappingDraft[]): MappingDraft | undefined {
  const signal = findUnmappedSignals(drafts)[0];
  if (signal === undefined) return undefined;
  const kind = signalDefinition(signal).kind === "counter" ? "counter" : "gauge";
  return { signal, kind, metric: "", totalMetric: "", scale: "", labels: "" };
}

/** Returns the signals that no draft maps. */
export function findUnmappedSignals(drafts: readonly MappingDraft[]): readonly MappedSignal[] {
  return mappableSignals.filter((signal) => drafts.every((draft) => draft.signal !== signal));
}

/** Returns whether the mapped signal is a share of time, so that a metric for the total time is required. */
export function requiresTotalMetric({ signal, kind }: Pick<MappingDraft, "signal" | "kind">): boolean {
  return signalDefinition(signal).unit === "ratio" && signal !== "train-step-spread" && kind !== "gauge";
}

/** Validates the form rows and converts them to mappings. */
export function parseMappingDrafts(drafts: readonly MappingDraft[]): ParsedMappings {
  const read = drafts.map(parseDraft);
  const given = drafts.flatMap(({ signal }, index) => {
    const one = read[index];
    return one === undefined || typeof one === "string" ? [] : [[signal, one] as const];
  });
  const allMappings: SignalMappings = Object.fromEntries(given);
  const errors = drafts.map(({ signal }, index) => {
    const one = read[index];
    if (one === undefined || typeof one === "string") return one ?? null;
    const error = mappingError(signal, one, allMappings);
    return error === null ? null : sentence(`${error.problem}; ${error.fix}.`);
  });
  return { mappings: errors.every((one) => one === null) ? allMappings : null, draftErrors: errors };
}

/** Returns the mapping, or the validation error as text. */
function parseDraft(draft: MappingDraft): SignalMapping | string {
  const [metric, of, scale, labels] = [
    draft.metric,
    requiresTotalMetric(draft) ? draft.totalMetric : "",
    draft.scale,
    draft.labels,
  ].map((text) => text.trim()) as [string, string, string, string];
  for (const name of [metric, ...(of === "" ? [] : [of])])
    if (!metricNamePattern.test(name))
      return name === "" ? "Enter a metric name." : `“${name}” is not a valid metric name.`;
  const factor = Number(scale);
  if (scale !== "" && !(factor > 0 && Number.isFinite(factor))) return "The factor must be greater than 0.";
  const parsed = parseSelectorText(labels);
  if (parsed.kind === "error") return parsed.message;
  if (parsed.selectors.length > 1) return "Enter all labels on one line.";
  const [labelSet] = parsed.selectors;
  return {
    [draft.kind]: metric,
    ...(of === "" ? {} : { of }),
    ...(scale === "" ? {} : { scale: factor }),
    ...(labelSet === undefined ? {} : { labels: { ...labelSet } }),
  };
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/**
 * The notes next to a number: its formula with metric names, its scope, and how this engine or exporter deviates from
 * the signal's definition. The formulas match the queries of `compile.ts` and the computation in `evaluate.ts`.
 */
import type { SignalNote } from "@/lib/model/answer";
import type { Question } from "@/lib/model/question";
import { signalDefinition, type SignalDefinition, type SignalId } from "@/lib/model/signals/signals";
import type { Family } from "@/lib/model/signals/signal-definition";
import { findProvider, type SignalProvider } from "@/lib/semantic/compile/compile";
import { formatFormulas } from "@/lib/semantic/compile/formula";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";

/** Returns the note for each signal of the question, in the order of the question. */
export function listSignalNotes(
  { signals, statistics }: Question,
  context: QueryContext,
): readonly SignalNote[] {
  return [...new Set(signals)].map((signal) => {
    const answering = findProvider(signal, context);
    return {
      signal,
      from: answering?.provider.title ?? null,
      formula:
        answering === undefined
          ? ""
          : formatFormulas(answering, { definition: signalDefinition(signal), statistics, context }),
      scope: scopeOf(signalDefinition(signal), answering, context),
      caveat: findCaveat(signal, context),
      ...reportsOf(answering),
    };
  });
}

function reportsOf(answering: SignalProvider | undefined): Pick<SignalNote, "reports"> {
  const recipe = answering?.recipe;
  return recipe?.kind === "histogram" && recipe.observedRequests !== undefined
    ? { reports: recipe.observedRequests }
    : {};
}

/**
 * Returns how the engine's or exporter's metric differs from the signal's definition; null if it does not.
 */
export function findCaveat(signal: SignalId, context: QueryContext): string | null {
  const caveats: Readonly<Record<string, string | undefined>> | undefined = findProvider(signal, context)
    ?.provider.caveats;
  return caveats?.[signal] ?? null;
}

const subjects: { readonly [F in Family]: string } = {
  engine: "instance",
  gpu: "GPU",
  host: "host",
  container: "container",
  database: "database",
  training: "worker",
};

function scopeOf(
  definition: SignalDefinition,
  answering: SignalProvider | undefined,
  { scope }: QueryContext,
): string {
  const subject = definition.per ?? subjects[definition.family];
  const text = describeCombination(definition, answering?.recipe.kind, subject);
  return scope.instance === undefined ? text : `Instance ${scope.instance} only. ${text}`;
}

function describeCombination(
  { combine }: SignalDefinition,
  kind: SignalProvider["recipe"]["kind"] | undefined,
  subject: string,
): string {
  if (kind === "summary")
    return `Percentiles are computed per ${subject} and cannot be merged, so the worst one is displayed. The mean covers the entire deployment.`;
  if (kind === "rate-ratio" || (kind === "gauge-ratio" && combine !== "max" && combine !== "min"))
    return `Entire deployment: numerators and denominators of all ${subject}s are added before the division.`;
  if (kind === "spread")
    return `Entire deployment: the slowest ${subject} compared with the mean of all ${subject}s.`;
  switch (combine) {
    case "merge-buckets":
      return `Entire deployment: buckets of all ${subject}s are added before a percentile is computed.`;
    case "sum":
      return `Entire deployment: sum over all ${subject}s.`;
    case "mean":
      return `Entire deployment: mean over all ${subject}s.`;
    case "max":
      return `Entire deployment: maximum over all ${subject}s.`;
    case "min":
      return `Entire deployment: minimum over all ${subject}s.`;
  }
}

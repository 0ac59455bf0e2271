/**
 * What stands with a number: the formula with the metrics' own names, for whom it speaks, and where this engine or exporter
 * means something else than the definition says. Formulas follow what `compile.ts` asks and `evaluate.ts` computes.
 */
import type { SignalNote } from "@/lib/model/answer";
import type { Question } from "@/lib/model/question";
import { signalDefinition, type SignalDefinition, type SignalId } from "@/lib/model/signals";
import type { Family } from "@/lib/model/signal-definition";
import { findProvider, type SignalProvider } from "./compile";
import { formulaOf } from "./formula";
import type { QueryContext } from "./scope-selectors";

/** One note for each signal of the question, in its order. */
export function signalNotes({ signals, statistics }: Question, context: QueryContext): readonly SignalNote[] {
  return [...new Set(signals)].map((signal) => {
    const answering = findProvider(signal, context);
    return {
      signal,
      from: answering?.provider.title ?? null,
      formula:
        answering === undefined
          ? ""
          : formulaOf(answering, { definition: signalDefinition(signal), statistics, context }),
      scope: scopeOf(signalDefinition(signal), answering, context),
      caveat: caveatOf(signal, context),
      ...reportsOf(answering),
    };
  });
}

function reportsOf(answering: SignalProvider | undefined): Pick<SignalNote, "reports"> {
  const recipe = answering?.recipe;
  return recipe?.kind === "histogram" && recipe.reports !== undefined ? { reports: recipe.reports } : {};
}

/** "Same word, different thing": what the one that answers for the signal means by it. Null where it means just that. */
export function caveatOf(signal: SignalId, context: QueryContext): string | null {
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
  const text = combination(definition, answering?.recipe.kind, subject);
  return scope.instance === undefined ? text : `Instance ${scope.instance} alone. ${text}`;
}

function combination(
  { combine }: SignalDefinition,
  kind: SignalProvider["recipe"]["kind"] | undefined,
  subject: string,
): string {
  if (kind === "summary")
    return `Percentiles per ${subject}, the worst shown: they cannot be merged. Mean of the whole deployment.`;
  if (kind === "rate-ratio" || (kind === "level-ratio" && combine !== "max" && combine !== "min"))
    return `Whole deployment: parts and wholes of all ${subject}s are added before they are divided.`;
  if (kind === "spread") return `Whole deployment: the slowest ${subject} against the mean of all.`;
  switch (combine) {
    case "merge-buckets":
      return `Whole deployment: buckets of all ${subject}s are added up before a percentile is taken.`;
    case "sum":
      return `Whole deployment: all ${subject}s added up.`;
    case "mean":
      return `Per ${subject}: the mean over all of the deployment.`;
    case "max":
      return `Per ${subject}: the largest of the deployment.`;
    case "min":
      return `Per ${subject}: the smallest of the deployment.`;
  }
}

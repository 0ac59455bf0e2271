/** Schema of the form of a hypothesis. */
import type { AddHypothesisBody, HypothesisEntry } from "@/lib/contracts/investigations/hypotheses";
import { fail, succeed } from "@/lib/base/result";
import { titleError } from "@/lib/model/event";
import { listComparedStatistics } from "@/lib/model/comparison/compared-statistic";
import {
  causeLayers,
  hypothesisStatuses,
  type HypothesisStatus,
  type PredictedEffect,
} from "@/lib/model/investigation/hypothesis";
import { investigationLimits, statementRules } from "@/lib/model/investigation/investigation-limits";
import type { SignalId } from "@/lib/model/signals/signals";
import {
  nullIfEmpty,
  parseOption,
  textField,
  validatedBy,
  z,
  type FormSchema,
} from "@/components/shared/forms/field-schemas";

/** Form values of the predicted effect. Without a signal, the hypothesis predicts no measurable effect. */
export interface EffectValues {
  /** Signal of the predicted effect. Empty for no effect. */
  readonly signal: SignalId | "";
  readonly statistic: string;
  readonly direction: "lower" | "higher";
  /** Predicted change, in percent. */
  readonly amount: string;
}

/** Values of the form. Fields are named as in the request body. */
export interface HypothesisValues {
  readonly statement: string;
  readonly layer: string;
  readonly causeClass: string;
  readonly status: string;
  readonly effect: EffectValues;
}

/** Output of the form. Only an edited hypothesis sends its status. */
export type HypothesisBody = AddHypothesisBody & { readonly status: HypothesisStatus };

const effectField: FormSchema<EffectValues, PredictedEffect | null> = z.pipe(
  z.custom<EffectValues>(),
  z.transform((values: EffectValues, { issues }): PredictedEffect | null => {
    const { signal, direction } = values;
    if (signal === "") return null;
    const statistic = listComparedStatistics(signal).find((one) => one === values.statistic);
    const percent = Number(values.amount.trim());
    if (statistic === undefined)
      issues.push({
        code: "custom",
        path: ["statistic"],
        message: "Select a statistic of the signal.",
        input: values,
      });
    if (!(percent > 0 && percent <= 100_000))
      issues.push({
        code: "custom",
        path: ["amount"],
        message: "Enter a number above 0.",
        input: values,
      });
    return { signal, statistic: statistic ?? "value", direction, amountRatio: percent / 100 };
  }),
);

/** Checks the form of a hypothesis: its statement, layer, class, status, and predicted effect. */
export const hypothesisSchema: FormSchema<HypothesisValues, HypothesisBody> = z.object({
  statement: textField(validatedBy((text) => titleError(text, statementRules))),
  layer: textField(parseOption(causeLayers)),
  causeClass: textField(
    nullIfEmpty((text) =>
      text.length > investigationLimits.maxHypothesisClassLength
        ? fail(`Must have at most ${investigationLimits.maxHypothesisClassLength} characters.`)
        : succeed(text),
    ),
  ),
  status: textField(parseOption(hypothesisStatuses)),
  effect: effectField,
});

const noEffect: EffectValues = { signal: "", statistic: "p95", direction: "lower", amount: "" };

/** Returns the values of the form for a stored hypothesis, or for a new one. */
export function toHypothesisValues(one: HypothesisEntry | null): HypothesisValues {
  if (one === null)
    return { statement: "", layer: "application", causeClass: "", status: "open", effect: noEffect };
  const { statement, layer, causeClass, status, effect } = one;
  return {
    statement,
    layer,
    causeClass: causeClass ?? "",
    status,
    effect:
      effect === null
        ? noEffect
        : {
            signal: effect.signal,
            statistic: effect.statistic,
            direction: effect.direction,
            amount: String(Number((effect.amountRatio * 100).toPrecision(12))),
          },
  };
}

/** Returns the part of an investigation to which a draft of the hypothesis belongs; null for a new hypothesis. */
export function hypothesisDraftPart(one: Pick<HypothesisEntry, "id"> | null): string {
  return one === null ? "hypothesis" : `hypothesis:${one.id}`;
}

/** Returns whether a draft has the values of the form of a hypothesis. */
export function isHypothesisValues(values: unknown): values is HypothesisValues {
  const { statement, effect } = (values ?? {}) as Partial<HypothesisValues>;
  return typeof statement === "string" && typeof effect === "object";
}

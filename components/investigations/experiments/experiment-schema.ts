/** Schema of the form of an experiment. */
import { fail, succeed } from "@/lib/base/result";
import type { AddExperimentBody, ExperimentEntry } from "@/lib/contracts/investigations/experiments";
import { environmentPathError } from "@/lib/model/baseline/environment";
import {
  experimentKinds,
  experimentLimits,
  listTestedStatistics,
  stopRules,
  type ExperimentMeasures,
} from "@/lib/model/investigation/experiments/experiment";
import type { MeasuredValue } from "@/lib/model/investigation/goal";
import type { SignalId } from "@/lib/model/signals/signals";
import {
  nullIfEmpty,
  parseOption,
  textField,
  validatedBy,
  z,
  type FormSchema,
  type ParseText,
} from "@/components/shared/forms/field-schemas";
import { armsSchema, createEmptyArmValues, toArmValues, type ArmValues } from "./arm-schema";

/** Signal and statistic that an experiment compares between its arms. */
export interface MeasureValues {
  readonly signal: SignalId;
  readonly statistic: string;
}

/** Values of the form. Fields are named as in the request body. */
export interface ExperimentValues {
  readonly kind: string;
  /** Id of the tested hypothesis. Empty for no hypothesis. */
  readonly hypothesisId: string;
  readonly factor: { readonly path: string; readonly from: string; readonly to: string };
  readonly arms: { readonly reference: ArmValues; readonly changed: ArmValues };
  readonly measures: {
    readonly primary: MeasureValues;
    readonly guards: MeasureValues[];
    readonly hasCostGuard: boolean;
    /** Smallest change that counts, in percent. */
    readonly margin: string;
    readonly maxQualityDecrease: string;
    readonly plannedBlocks: string;
    readonly stopRule: string;
  };
  readonly rollbackPlan: string;
  /** Id of the webhook that requests the rollback. Empty for no webhook. */
  readonly rollbackHookId: string;
  readonly hookFiresOnGuard: string;
}

const limits = experimentLimits;

/** Returns a parser for a number in percent between two ratios. */
const percentBetween =
  (min: number, max: number): ParseText<number> =>
  (text) => {
    const ratio = Number(text.replace(",", ".")) / 100;
    return text !== "" && ratio >= min && ratio <= max
      ? succeed(ratio)
      : fail(`Enter a number from ${min * 100} to ${max * 100}.`);
  };

const parseBlocks: ParseText<number> = (text) => {
  const blocks = Number(text);
  return Number.isInteger(blocks) && blocks >= limits.minBlocks && blocks <= limits.maxPlannedBlocks
    ? succeed(blocks)
    : fail(`Enter a number from ${limits.minBlocks} to ${limits.maxPlannedBlocks}.`);
};

const measureSchema = z.pipe(
  z.custom<MeasureValues>(),
  z.transform((values: MeasureValues, { issues }): MeasuredValue => {
    const statistic = listTestedStatistics(values.signal).find((one) => one === values.statistic);
    if (statistic === undefined)
      issues.push({
        code: "custom",
        path: ["statistic"],
        message: "Select a statistic of the signal.",
        input: values,
      });
    return { signal: values.signal, statistic: statistic ?? "mean" };
  }),
);

interface ParsedMeasures extends Omit<ExperimentMeasures, "marginRatio" | "guards"> {
  readonly guards: MeasuredValue[];
  readonly margin: number;
}

const measuresSchema = z.pipe(
  z.object({
    primary: measureSchema,
    guards: z.array(measureSchema),
    hasCostGuard: z.custom<boolean>(),
    margin: textField(percentBetween(limits.minMarginRatio, limits.maxMarginRatio)),
    maxQualityDecrease: textField(percentBetween(0, limits.maxQualityDecrease)),
    plannedBlocks: textField(parseBlocks),
    stopRule: textField(parseOption(stopRules)),
  }),
  z.transform(({ margin, ...shared }: ParsedMeasures) => ({
    ...shared,
    marginRatio: margin,
  })),
);

const factorValue = textField(nullIfEmpty(succeed<string>));

/** Checks the form of an experiment. Its output is the body of the request that adds it. */
export const experimentSchema: FormSchema<ExperimentValues, AddExperimentBody> = z.object({
  kind: textField(parseOption(experimentKinds)),
  hypothesisId: textField(nullIfEmpty(succeed<string>)),
  factor: z.object({
    path: textField(validatedBy(environmentPathError)),
    from: factorValue,
    to: factorValue,
  }),
  arms: armsSchema,
  measures: measuresSchema,
  rollbackPlan: textField((text) =>
    text === ""
      ? fail("State how to undo the change.")
      : text.length > limits.maxRollbackPlanLength
        ? fail(`Must have at most ${limits.maxRollbackPlanLength} characters.`)
        : succeed(text),
  ),
  rollbackHookId: textField(nullIfEmpty(succeed<string>)),
  hookFiresOnGuard: textField((text) => succeed(text === "yes")),
});

/** Initial values of a guard that a person adds: the error ratio. */
export const defaultGuardValues: MeasureValues = { signal: "errors", statistic: "ratio-to-requests" };

const percentOf = (ratio: number): string => String(Number((ratio * 100).toPrecision(12)));

/** Returns the values of the form for a stored experiment, or for a new one on a deployment. */
export function toExperimentValues(one: ExperimentEntry | null, deployment: string): ExperimentValues {
  if (one === null) {
    const arm = createEmptyArmValues(deployment);
    return {
      kind: "config-change",
      hypothesisId: "",
      factor: { path: "", from: "", to: "" },
      arms: { reference: { ...arm, name: "Before" }, changed: { ...arm, name: "After" } },
      measures: {
        primary: { signal: "ttft", statistic: "mean" },
        guards: [defaultGuardValues],
        hasCostGuard: false,
        margin: "10",
        maxQualityDecrease: "0",
        plannedBlocks: "120",
        stopRule: "first-verdict",
      },
      rollbackPlan: "",
      rollbackHookId: "",
      hookFiresOnGuard: "no",
    };
  }
  const { factor, arms, measures } = one;
  const { primary, guards, hasCostGuard, marginRatio, maxQualityDecrease, plannedBlocks, stopRule } =
    measures;
  return {
    kind: one.kind,
    hypothesisId: one.hypothesis?.id ?? "",
    factor: { path: factor.path, from: factor.from ?? "", to: factor.to ?? "" },
    arms: { reference: toArmValues(arms[0]), changed: toArmValues(arms[1]) },
    measures: {
      primary,
      guards: [...guards],
      hasCostGuard,
      margin: percentOf(marginRatio),
      maxQualityDecrease: percentOf(maxQualityDecrease),
      plannedBlocks: String(plannedBlocks),
      stopRule,
    },
    rollbackPlan: one.rollbackPlan,
    rollbackHookId: one.rollbackHook?.id ?? "",
    hookFiresOnGuard: one.hookFiresOnGuard ? "yes" : "no",
  };
}

/** Schema of the arms in the form of an experiment. */
import { fail, succeed, type Result } from "@/lib/base/result";
import type { AddExperimentBody, ExperimentEntry } from "@/lib/contracts/investigations/experiments";
import { titleError } from "@/lib/model/event";
import { experimentLimits, type ArmWindow } from "@/lib/model/investigation/experiments/experiment";
import { formatDateInput, parseDateInputMs } from "@/components/shared/date-input";
import {
  nullIfEmpty,
  parseOption,
  textField,
  validatedBy,
  z,
  type ParseText,
} from "@/components/shared/forms/field-schemas";

/** Sources of the measurements of an arm: windows of the metrics source, or a stored baseline. */
const armSources = ["windows", "baseline"] as const;

/** Start and end of a measured window, as text of the date inputs. */
export interface WindowValues {
  readonly start: string;
  /** Empty: the window has not ended. */
  readonly end: string;
}

/** Form values of one arm: its deployment, and its windows or its baseline. */
export interface ArmValues {
  readonly name: string;
  readonly deployment: string;
  readonly source: string;
  /** Id of the baseline of the arm. Empty if the arm has none. */
  readonly baselineId: string;
  /** Label and value that only the instances of the arm have; both empty for all instances. */
  readonly label: string;
  readonly value: string;
  readonly windows: WindowValues[];
}

const parseTime: ParseText<number> = (text) => {
  const atMs = parseDateInputMs(text);
  return atMs === undefined ? fail("Enter a date and a time.") : succeed(atMs);
};

const windowSchema = z.pipe(
  z.object({ start: textField(parseTime), end: textField(nullIfEmpty(parseTime)) }),
  z.transform(({ start, end }: { readonly start: number; readonly end: number | null }) => ({
    startMs: start,
    endMs: end,
  })),
);

interface ParsedArm {
  readonly name: string;
  readonly deployment: string;
  readonly source: (typeof armSources)[number];
  readonly baselineId: string;
  readonly label: string;
  readonly value: string;
  readonly windows: ArmWindow[];
}

const nameRules = { maxLength: experimentLimits.maxNameLength, emptyError: "Name the arm." };

const armFields = z.object({
  name: textField(validatedBy((text) => titleError(text, nameRules))),
  deployment: textField((text): Result<string, string> =>
    text === "" ? fail("Select a deployment.") : succeed(text),
  ),
  source: textField(parseOption(armSources)),
  baselineId: textField(succeed<string>),
  label: textField((text) =>
    text === "" || /^[a-zA-Z_]\w{0,63}$/.test(text)
      ? succeed(text)
      : fail("Enter a label name, such as instance."),
  ),
  value: textField(succeed<string>),
  windows: z.array(windowSchema),
});

/** Removes the values of the fields that the source of the arm hides, so that they cause no error. */
const armSchema = z.pipe(
  z.pipe(
    z.custom<ArmValues>(),
    z.transform((arm: ArmValues): ArmValues =>
      arm.source === "baseline" ? { ...arm, label: "", value: "", windows: [] } : { ...arm, baselineId: "" },
    ),
  ),
  armFields,
);

/** Checks both arms. Its output is the part of the request body that contains them. */
export const armsSchema = z.pipe(
  z.object({ reference: armSchema, changed: armSchema }),
  z.transform(
    (
      { reference, changed }: { readonly reference: ParsedArm; readonly changed: ParsedArm },
      { issues },
    ): AddExperimentBody["arms"] => {
      const toArm = <Role extends "reference" | "changed">(role: Role, arm: ParsedArm) => {
        const { label, value, source, baselineId, ...shared } = arm;
        const addIssue = (field: keyof ArmValues, message: string) =>
          issues.push({ code: "custom", path: [role, field], message, input: arm });
        if ((label === "") !== (value === ""))
          addIssue(label === "" ? "label" : "value", "Enter both label and value, or neither.");
        if (source === "baseline" && baselineId === "") addIssue("baselineId", "Select a baseline.");
        return {
          role,
          ...shared,
          selector: label === "" ? null : { label, value },
          baselineId: baselineId === "" ? null : baselineId,
        };
      };
      return [toArm("reference", reference), toArm("changed", changed)];
    },
  ),
);

/** Returns the values of an arm that a person adds, without its name. */
export function createEmptyArmValues(deployment: string): Omit<ArmValues, "name"> {
  return { deployment, source: "windows", baselineId: "", label: "", value: "", windows: [] };
}

/** Returns the values of the form for a stored arm. */
export function toArmValues(arm: ExperimentEntry["arms"][number]): ArmValues {
  const { name, deployment, selector, windows, baseline } = arm;
  return {
    name,
    deployment,
    source: baseline === null ? "windows" : "baseline",
    baselineId: baseline?.id ?? "",
    label: selector?.label ?? "",
    value: selector?.value ?? "",
    windows: windows.map(({ startMs, endMs }) => ({
      start: formatDateInput(startMs),
      end: endMs === null ? "" : formatDateInput(endMs),
    })),
  };
}

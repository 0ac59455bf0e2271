/** Schema of the form that opens an investigation. Its output is the request body. */
import { succeed } from "@/lib/base/result";
import type { OpenInvestigationBody } from "@/lib/contracts/investigations/investigations";
import { titleError } from "@/lib/model/event";
import { investigationTitleRules } from "@/lib/model/investigation/investigation-limits";
import { defaultSeverity, parseSeverity } from "@/lib/model/investigation/severity";
import {
  nullIfEmpty,
  textField,
  validatedBy,
  z,
  type FormSchema,
} from "@/components/shared/forms/field-schemas";
import { goalField, noGoal, type GoalValues } from "../goal/goal-schema";

/** Values of the form. Fields are named as in the request body. */
export interface OpenValues {
  /** Id of the template. Empty for no template. */
  readonly templateId: string;
  readonly title: string;
  readonly deployments: readonly string[];
  readonly severity: string;
  /** Team and readers. Empty for the choice of the template, or everyone. */
  readonly visibleTo: string;
  readonly goal: GoalValues;
}

/** Output of the form that opens an investigation. The page adds where it was opened. */
export type OpenInvestigationFormBody = Pick<
  OpenInvestigationBody,
  "templateId" | "title" | "deployments" | "severity" | "goal"
> &
  Pick<OpenValues, "visibleTo">;

/** Field of a title of an investigation. Reports an empty or too long title. */
export const titleField = textField(validatedBy((text) => titleError(text, investigationTitleRules)));

/** Field of a severity. Its output is a number from 1, the most severe, to 4. */
export const severityField = z.pipe(
  z.string(),
  z.transform((text: string) => parseSeverity(Number(text))),
);

/** Field of the affected deployments, as slugs. */
export const deploymentsField = z.pipe(
  z.custom<readonly string[]>(),
  z.transform((slugs: readonly string[]): string[] => [...slugs]),
);

/** Checks the form that opens an investigation. */
export const openSchema: FormSchema<OpenValues, OpenInvestigationFormBody> = z.object({
  templateId: textField(nullIfEmpty(succeed)),
  title: titleField,
  deployments: deploymentsField,
  severity: severityField,
  visibleTo: z.string(),
  goal: goalField,
});

/** Returns the values of a new form, with the deployment of the view. */
export function createOpenValues(deployment: string | null, title: string): OpenValues {
  return {
    templateId: "",
    title,
    deployments: deployment === null ? [] : [deployment],
    severity: String(defaultSeverity),
    visibleTo: "",
    goal: noGoal,
  };
}

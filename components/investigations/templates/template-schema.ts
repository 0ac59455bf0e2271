/** Schema of the form of a template. Its output is the request body. */
import { fail, succeed } from "@/lib/base/result";
import type { TemplateBody, TemplateEntry } from "@/lib/contracts/investigations/templates";
import { titleError } from "@/lib/model/event";
import {
  investigationLimits,
  investigationTitleRules,
  templateItemRules,
  templateNameRules,
} from "@/lib/model/investigation/investigation-limits";
import { defaultSeverity } from "@/lib/model/investigation/severity";
import { stepIds, type StepId } from "@/lib/model/investigation/step-ids";
import { getStep } from "@/lib/investigations/steps/steps";
import {
  nullIfEmpty,
  textField,
  validatedBy,
  z,
  type FormSchema,
} from "@/components/shared/forms/field-schemas";
import { tagsField } from "../detail/properties-schema";
import { goalField, noGoal, toGoalValues, type GoalValues } from "../goal/goal-schema";
import { severityField } from "../open/open-schema";

/** Values of the fields for one step. */
interface TemplateStepValues {
  readonly answers: Readonly<Record<string, string>>;
  /** One item of the checklist per line. */
  readonly items: string;
}

/** Values of the form. Fields are named as in the request body. */
export interface TemplateValues {
  readonly name: string;
  /** Id of the team. Empty for no team. */
  readonly teamId: string;
  readonly title: string;
  readonly severity: string;
  /** Tags, separated by commas. */
  readonly tags: string;
  readonly goal: GoalValues;
  readonly steps: Readonly<Record<StepId, TemplateStepValues>>;
}

const stepsField = z.pipe(
  z.custom<TemplateValues["steps"]>(),
  z.transform((values: TemplateValues["steps"], { issues }): NonNullable<TemplateBody["steps"]> => {
    const steps: NonNullable<TemplateBody["steps"]> = {};
    for (const id of stepIds) {
      const { answers, items } = readStep(values[id]);
      const error = findItemError(items);
      if (error !== null)
        issues.push({ code: "custom", path: [id, "items"], message: error, input: values[id].items });
      if (items.length > 0 || Object.keys(answers).length > 0) steps[id] = { answers, items };
    }
    return steps;
  }),
);

function readStep({ answers, items }: TemplateStepValues) {
  return {
    answers: Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer.trim() !== "")),
    items: items
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  };
}

/** Returns what is wrong with the items of one step; null for valid ones. */
function findItemError(items: readonly string[]): string | null {
  const { maxTemplateItems } = investigationLimits;
  if (items.length > maxTemplateItems) return `Enter at most ${maxTemplateItems} lines.`;
  const repeated = items.find((item, index) => items.indexOf(item) !== index);
  if (repeated !== undefined) return `“${repeated}” is entered twice.`;
  return items.map((item) => titleError(item, templateItemRules)).find((error) => error !== null) ?? null;
}

/** Checks the form of a template. All fields except the name are optional. */
export const templateSchema: FormSchema<TemplateValues, TemplateBody> = z.object({
  name: textField(validatedBy((text) => titleError(text, templateNameRules))),
  teamId: textField(nullIfEmpty(succeed)),
  title: textField((text) => {
    const error = text === "" ? null : titleError(text, investigationTitleRules);
    return error === null ? succeed(text) : fail(error);
  }),
  severity: severityField,
  tags: tagsField,
  goal: goalField,
  steps: stepsField,
});

type TemplateContent = Pick<
  TemplateEntry,
  "name" | "team" | "title" | "severity" | "tags" | "goal" | "steps"
>;

const emptyContent: TemplateContent = {
  name: "",
  team: null,
  title: "",
  severity: defaultSeverity,
  tags: [],
  goal: null,
  steps: {},
};

/** Returns the values of the form for a template, or for a new one. */
export function toTemplateValues(template: TemplateContent = emptyContent): TemplateValues {
  const { name, team, title, severity, tags, goal } = template;
  const toStep = (id: StepId): TemplateStepValues => {
    const { answers = {}, items = [] } = template.steps[id] ?? {};
    const noAnswers = Object.fromEntries(getStep(id).fields.map((field) => [field.id, ""]));
    return { answers: { ...noAnswers, ...answers }, items: items.join("\n") };
  };
  return {
    name,
    teamId: team?.id ?? "",
    title,
    severity: String(severity),
    tags: tags.join(", "),
    goal: goal === null ? noGoal : toGoalValues(goal),
    steps: {
      "define-baseline": toStep("define-baseline"),
      "identify-symptoms": toStep("identify-symptoms"),
      "collect-data": toStep("collect-data"),
      "form-hypotheses": toStep("form-hypotheses"),
      reproduce: toStep("reproduce"),
      optimise: toStep("optimise"),
      validate: toStep("validate"),
    },
  };
}

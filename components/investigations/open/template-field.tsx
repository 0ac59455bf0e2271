"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { useWatch } from "react-hook-form";
import type { TemplateEntry } from "@/lib/contracts/investigations/templates";
import { defaultSeverity } from "@/lib/model/investigation/severity";
import { stepIds, stepNumber } from "@/lib/model/investigation/step-ids";
import { isEqual } from "@/components/shared/forms/compare-values";
import { ChoiceField } from "@/components/shared/forms/fields";
import type { SavedForm } from "@/components/shared/forms/use-saved-form";
import { noGoal, toGoalValues } from "../goal/goal-schema";
import type { OpenInvestigationFormBody, OpenValues } from "./open-schema";

type ProposedValues = Pick<OpenValues, "title" | "severity" | "goal">;

const emptyProposal: ProposedValues = { title: "", severity: String(defaultSeverity), goal: noGoal };

interface TemplateFieldProps {
  readonly form: SavedForm<OpenValues, OpenInvestigationFormBody>;
  readonly templates: readonly TemplateEntry[];
}

/** Chooses a template, whose values replace those that the person has not changed. */
export function TemplateField({ form, templates }: TemplateFieldProps) {
  const templateId = useWatch({ control: form.control, name: "templateId" });
  const chosen = templates.find(({ id }) => id === templateId);
  const proposal = useRef(emptyProposal);
  const propose = useEffectEvent((id: string) => {
    const template = templates.find((one) => one.id === id);
    const next: ProposedValues =
      template === undefined
        ? emptyProposal
        : {
            title: template.title,
            severity: String(template.severity),
            goal: toGoalValues(template.goal),
          };
    const { getValues, setValue } = form.methods;
    const isProposed = (name: keyof ProposedValues): boolean =>
      isEqual(getValues(name), proposal.current[name]);
    if (isProposed("title")) setValue("title", next.title);
    if (isProposed("severity")) setValue("severity", next.severity);
    if (isProposed("goal")) setValue("goal", next.goal);
    proposal.current = next;
  });
  useEffect(() => propose(templateId), [templateId]);
  const options = templates.map(
    ({ id, name, team }) => [id, team === null ? name : `${name} (${team.name})`] as const,
  );
  return (
    <ChoiceField
      form={form}
      name="templateId"
      label="Template"
      options={[["", "No template"], ...options]}
      hint={chosen === undefined ? "Templates are edited in Settings › Templates." : describeTemplate(chosen)}
    />
  );
}

function describeTemplate({ steps, team }: TemplateEntry): string {
  const numbers = stepIds.filter((id) => steps[id] !== undefined).map(stepNumber);
  const owner = team === null ? "" : ` The investigation belongs to the team ${team.name}.`;
  const prefilled =
    numbers.length === 0
      ? "The template fills in the fields below."
      : `The template fills in the fields below, and ${numbers.length === 1 ? "step" : "steps"} ${numbers.join(", ")}.`;
  return `${prefilled}${owner}`;
}

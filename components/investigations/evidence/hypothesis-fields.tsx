"use client";

import { useWatch, type FieldPath } from "react-hook-form";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { evidenceDirections, evidenceWeights } from "@/lib/model/investigation/evidence";
import { hypothesisName } from "@/lib/model/investigation/hypothesis";
import { ChoiceField } from "@/components/shared/forms/fields";
import type { FormConnection } from "@/components/shared/forms/use-saved-form";
import { listLinkableHypotheses, type HypothesisValues } from "./hypothesis-link";

interface HypothesisFieldsProps<Values extends HypothesisValues> {
  readonly form: FormConnection<Values>;
  readonly page: Pick<InvestigationResponse, "investigation" | "hypotheses">;
}

/** Selects the hypothesis of the current round that evidence supports or contradicts. */
export function HypothesisFields<Values extends HypothesisValues>({
  form,
  page,
}: HypothesisFieldsProps<Values>) {
  const name = (field: keyof HypothesisValues) => field as FieldPath<Values>;
  const hypothesisId: string = useWatch<Values>({ control: form.control, name: name("hypothesisId") });
  const hypotheses = listLinkableHypotheses(page);
  if (hypotheses.length === 0) return null;
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      <ChoiceField
        form={form}
        name={name("hypothesisId")}
        label="Hypothesis"
        options={[
          ["", "None"],
          ...hypotheses.map((one) => [one.id, `${hypothesisName(one.number)}: ${one.statement}`] as const),
        ]}
      />
      {hypothesisId !== "" && (
        <>
          <ChoiceField
            form={form}
            name={name("direction")}
            label="Direction"
            options={evidenceDirections.map((one) => [one, one] as const)}
          />
          <ChoiceField
            form={form}
            name={name("weight")}
            label="Weight"
            options={evidenceWeights.map((one) => [one, one] as const)}
          />
        </>
      )}
    </div>
  );
}

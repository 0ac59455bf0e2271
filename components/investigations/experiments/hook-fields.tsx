"use client";

import { useQuery } from "@tanstack/react-query";
import type { ExperimentEntry } from "@/lib/contracts/investigations/experiments";
import { ChoiceField } from "@/components/shared/forms/fields";
import type { FormConnection } from "@/components/shared/forms/use-saved-form";
import { rollbackHooksQuery } from "./experiment-requests";
import type { ExperimentValues } from "./experiment-schema";

interface HookFieldsProps {
  readonly form: FormConnection<ExperimentValues>;
  /** Number of the investigation. */
  readonly number: number;
  /** The stored hook, which the investigation's team may no longer use. */
  readonly present: ExperimentEntry["rollbackHook"];
}

/** Fields of the webhook that requests the rollback, and of the rule that fires it. */
export function HookFields({ form, number, present }: HookFieldsProps) {
  const hooks = useQuery(rollbackHooksQuery(number)).data?.hooks ?? [];
  const options = new Map(
    [...(present === null ? [] : [present]), ...hooks].map(({ id, name }) => [id, name]),
  );
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      <ChoiceField
        form={form}
        name="rollbackHookId"
        label="Rollback hook"
        options={[["", "None"], ...options]}
        hint="Admins add webhooks in Settings › Webhooks."
      />
      <ChoiceField
        form={form}
        name="hookFiresOnGuard"
        label="The hook is fired"
        options={[
          ["no", "By a person only"],
          ["yes", "Also if a guard is worse at two consecutive interim analyses"],
        ]}
      />
    </div>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { toSentence } from "@/lib/format/sentence";
import { TextField } from "@/components/shared/forms/fields";
import type { FormConnection } from "@/components/shared/forms/use-saved-form";
import { goalCheckQuery, type GoalCheckSubject } from "../goal-check/goal-check-request";
import { GoalVerdictMark } from "../goal-check/goal-verdict-mark";
import type { StateValues } from "./state-schema";

interface ResolutionFieldsProps {
  readonly form: FormConnection<StateValues>;
  readonly investigation: GoalCheckSubject;
}

/** The check of the goal, and the signed exception if the goal is not met. The server checks the goal again. */
export function ResolutionFields({ form, investigation }: ResolutionFieldsProps) {
  const { data, error } = useQuery(goalCheckQuery(investigation));
  const check = data?.check ?? null;
  return (
    <>
      <div role="status" className="text-xs">
        {data === undefined && (
          <p aria-busy={error === null}>{error === null ? "Checking the goal" : toSentence(error.message)}</p>
        )}
        {data !== undefined && check === null && <p>The investigation has no goal that can be checked.</p>}
        {check !== null && (
          <p className="wrap-anywhere">
            <GoalVerdictMark verdict={check.verdict} /> {check.sentence}
          </p>
        )}
        {check?.verdict === "met" && (
          <p className="text-ink-2">
            No exception is needed. The server checks the goal again when you save the change.
          </p>
        )}
      </div>
      {check?.verdict !== "met" && (
        <TextField
          form={form}
          name="overrideReason"
          label="Reason for an exception"
          hint="Required while the goal is not met. The timeline shows your name, this reason and the result of the goal check."
        />
      )}
    </>
  );
}

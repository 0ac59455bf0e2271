"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { useWatch } from "react-hook-form";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import {
  isClosedState,
  isEndWithoutFix,
  stateExplanations,
  stateTitles,
  type InvestigationState,
} from "@/lib/model/investigation/investigation-state";
import { findApprovalObstacle } from "@/lib/model/investigation/experiments/experiment-change";
import { describeLaterStates, listNextStates } from "@/lib/model/investigation/state-change";
import { ChoiceField, TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm, type SavedForm } from "@/components/shared/forms/use-saved-form";
import { DeployField } from "./deploy-field";
import { ResolutionFields } from "./resolution-fields";
import { createStateValues, stateSchema, type StateBody, type StateValues } from "./state-schema";
import { changeInvestigationState } from "../investigation-requests";
import { investigationsKey } from "@/lib/client/queries/investigations";

interface StateFormProps {
  readonly page: InvestigationResponse;
  readonly onClose: () => void;
}

/** Changes the state. Each state is explained, and the form shows the conditions of the chosen state. */
export function StateForm({ page: { investigation, experiments, earlierFixIds }, onClose }: StateFormProps) {
  const queries = useQueryClient();
  const { number, state: from, deployments } = investigation;
  const next = listNextStates(from);
  const form = useSavedForm({
    schema: stateSchema,
    stored: { version: null, values: createStateValues(next[0] ?? from) },
    save: ({ body, idempotencyKey }) => changeInvestigationState(number, { ...body, from }, idempotencyKey),
    refetch: () => queries.invalidateQueries({ queryKey: investigationsKey }),
    onSaved: onClose,
  });
  const chosen = useWatch({ control: form.control, name: "state" }) as InvestigationState;
  useErrorsOfChoice(form, chosen);
  const later = describeLaterStates(from);
  const isReopened = isClosedState(from) && !isClosedState(chosen);
  return (
    <Form
      form={form}
      label="Change state"
      saveLabel="Change state"
      className="mt-3 max-w-[560px] border-t border-rule py-3"
      takesFocus
      onCancel={onClose}
    >
      <ChoiceField
        form={form}
        name="state"
        label={`New state, now ${stateTitles[from]}`}
        options={next.map((state) => [state, stateTitles[state]] as const)}
        hint={stateExplanations[chosen]}
      />
      {later !== null && <p className="text-2xs text-ink-2">{later}</p>}
      {chosen === "fix-deployed" && investigation.deploy === null && (
        <DeployField form={form} deployments={deployments} earlierFixIds={earlierFixIds} />
      )}
      {chosen === "fix-deployed" && <ApprovalHint text={findObstacle(experiments, investigation.round)} />}
      {chosen === "resolved" && <ResolutionFields form={form} investigation={investigation} />}
      {chosen === "duplicate" && (
        <TextField
          form={form}
          name="duplicateOf"
          label="Investigation that stays open"
          placeholder="INV-31"
        />
      )}
      {((isEndWithoutFix(chosen) && chosen !== "duplicate") || isReopened) && (
        <TextField form={form} name="reason" label="Reason" hint="Your reason appears in the timeline." />
      )}
    </Form>
  );
}

/** Removes the errors of the last attempt when another state is chosen, because each state has other conditions. */
function useErrorsOfChoice(
  { methods, decideLater }: SavedForm<StateValues, StateBody>,
  chosen: InvestigationState,
): void {
  const clear = useEffectEvent(() => {
    methods.clearErrors();
    decideLater();
  });
  const previous = useRef(chosen);
  useEffect(() => {
    if (previous.current === chosen) return;
    previous.current = chosen;
    clear();
  }, [chosen]);
}

/** Returns why the experiments of the round do not allow the state "fix deployed"; null if they do. */
function findObstacle(experiments: InvestigationResponse["experiments"], round: number): string | null {
  const proposed = experiments
    .filter((one) => one.round === round)
    .map(({ number, decision, approval }) => ({
      number,
      decision: decision?.decision ?? null,
      isApproved: approval !== null,
    }));
  return findApprovalObstacle(proposed);
}

function ApprovalHint({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <p role="status" className="text-xs text-ink-2">
      {text} Step 6 lists the experiments.
    </p>
  );
}

"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ExperimentEntry } from "@/lib/contracts/investigations/experiments";
import {
  factorText,
  experimentKindTitles,
  experimentName,
} from "@/lib/model/investigation/experiments/experiment";
import { isolateDirection } from "@/components/shared/isolated-text";
import { WriteError } from "@/components/shared/forms/write-error";
import { Button } from "@/components/ui/button";
import { investigationKey } from "../investigation-requests";
import { ApprovalForm } from "./approval-form";
import { DecisionForm, type ExperimentFormPartProps } from "./decision-form";
import { DecisionText } from "./decision-text";
import { ExperimentPlan } from "./experiment-plan";
import { changeExperimentState } from "./experiment-requests";
import { ExperimentResult } from "./experiment-result";
import { FireHookForm } from "./fire-hook-form";
import { ExperimentRemovalConfirmation } from "./experiment-removal-confirmation";
import { HookFirings } from "./hook-firings";
import { ScoreForm } from "./score-form";

interface ExperimentItemProps {
  readonly number: number;
  readonly experiment: ExperimentEntry;
  /** "edit" allows all actions that the state of the experiment permits. */
  readonly rights: ExperimentRights;
  readonly onEdit: () => void;
}

/** "end-or-delete" applies to experiments of an earlier round: a running one can be ended, a planned one deleted. */
type ExperimentRights = "edit" | "end-or-delete" | "read";

type FormName = "score" | "decision" | "approval" | "firing" | "removal";

/** One experiment with its plan, result, and the actions that its state allows. */
export function ExperimentItem({ number, experiment, rights, onEdit }: ExperimentItemProps) {
  const [opened, setOpened] = useState<FormName | null>(null);
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (state: "running" | "ended") => changeExperimentState(number, experiment.id, state),
    onSettled: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
  });
  const { state } = experiment;
  const name = experimentName(experiment.number);
  const close = () => setOpened(null);
  const forms = { number, experiment, onClose: close };
  return (
    <li id={name} aria-label={name} className="scroll-mt-16 flex flex-col gap-2 border-t border-rule py-3">
      <Headline experiment={experiment} />
      <ExperimentPlan experiment={experiment} />
      <DecisionText experiment={experiment} />
      <HookFirings experiment={experiment} />
      <WriteError error={change.error} title="The experiment was not changed." />
      {opened === null && (
        <ExperimentActions
          experiment={experiment}
          rights={rights}
          isPending={change.isPending}
          onEdit={onEdit}
          onChangeState={change.mutate}
          onOpen={setOpened}
        />
      )}
      <OpenedForm opened={opened} {...forms} />
      {/* The result is last: it is measured after the page is shown, and must not move the buttons. */}
      {state !== "planned" && <ExperimentResult number={number} experiment={experiment} />}
    </li>
  );
}

interface ExperimentActionsProps extends Pick<ExperimentItemProps, "experiment" | "rights" | "onEdit"> {
  readonly isPending: boolean;
  readonly onChangeState: (state: "running" | "ended") => void;
  readonly onOpen: (form: FormName) => void;
}

function ExperimentActions({
  experiment,
  rights,
  isPending,
  onEdit,
  onChangeState,
  onOpen,
}: ExperimentActionsProps) {
  const { number, state, decision, approval } = experiment;
  const canEdit = rights === "edit";
  const canEnd = rights !== "read" && state === "running";
  const canDelete = rights !== "read" && state === "planned";
  const name = experimentName(number);
  if (!canEdit && !canEnd && !canDelete) return null;
  return (
    <p className="flex flex-wrap gap-1 print:hidden">
      {canEdit && state !== "ended" && (
        <Button
          size="sm"
          aria-label={state === "running" ? `Edit windows of ${name}` : `Edit ${name}`}
          onClick={onEdit}
        >
          {state === "running" ? "Edit windows" : "Edit"}
        </Button>
      )}
      {canEdit && state === "planned" && (
        <Button
          size="sm"
          disabled={isPending}
          aria-label={`Start ${name}`}
          onClick={() => onChangeState("running")}
        >
          Start
        </Button>
      )}
      {canDelete && (
        <Button size="sm" aria-label={`Delete ${name}`} onClick={() => onOpen("removal")}>
          Delete
        </Button>
      )}
      {canEnd && (
        <Button
          size="sm"
          disabled={isPending}
          aria-label={`End ${name}`}
          onClick={() => onChangeState("ended")}
        >
          End
        </Button>
      )}
      {canEdit && decision === null && (
        <Button size="sm" aria-label={`Add quality score to ${name}`} onClick={() => onOpen("score")}>
          Add quality score
        </Button>
      )}
      {canEdit && state === "ended" && decision === null && (
        <Button size="sm" aria-label={`Decide on ${name}`} onClick={() => onOpen("decision")}>
          Decide
        </Button>
      )}
      {canEdit && <FireButton experiment={experiment} onClick={() => onOpen("firing")} />}
      {canEdit && decision?.decision === "adopt" && approval === null && (
        <Button size="sm" aria-label={`Approve ${name}`} onClick={() => onOpen("approval")}>
          Approve
        </Button>
      )}
    </p>
  );
}

function Headline({ experiment: { number, kind, factor, state } }: Pick<ExperimentItemProps, "experiment">) {
  return (
    <p className="wrap-anywhere">
      <span className="pr-2 font-mono text-xs text-ink-2">{experimentName(number)}</span>
      <span className="font-medium">{experimentKindTitles[kind]}</span>{" "}
      <span className="font-mono text-xs">{isolateDirection(factorText(factor))}</span>{" "}
      <span className="text-xs text-ink-2">{state}</span>
    </p>
  );
}

interface FireButtonProps extends Pick<ExperimentItemProps, "experiment"> {
  readonly onClick: () => void;
}

/** Is present while the rollback can be requested. */
function FireButton({ experiment, onClick }: FireButtonProps) {
  const { number, state, rollbackHook, hookFirings } = experiment;
  const canFire =
    rollbackHook !== null && state !== "planned" && hookFirings.every((firing) => firing.state === "failed");
  if (!canFire) return null;
  return (
    <Button size="sm" aria-label={`Fire rollback hook of ${experimentName(number)}`} onClick={onClick}>
      Fire rollback hook
    </Button>
  );
}

interface OpenedFormProps extends ExperimentFormPartProps {
  readonly opened: FormName | null;
}

function OpenedForm({ opened, ...forms }: OpenedFormProps) {
  return (
    <>
      {opened === "score" && <ScoreForm {...forms} />}
      {opened === "decision" && <DecisionForm {...forms} />}
      {opened === "approval" && <ApprovalForm {...forms} />}
      {opened === "firing" && <FireHookForm {...forms} />}
      {opened === "removal" && <ExperimentRemovalConfirmation {...forms} />}
    </>
  );
}

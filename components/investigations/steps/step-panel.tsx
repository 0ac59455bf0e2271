"use client";

import dynamic from "next/dynamic";
import { useId } from "react";
import { countHypothesesWithEvidence } from "@/lib/model/investigation/hypothesis";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import type { StepRecordEntry } from "@/lib/contracts/investigations/progress";
import { findMissingParts } from "@/lib/investigations/progress";
import type { ProgressFacts } from "@/lib/investigations/step";
import { getStepWithAddedItems } from "@/lib/investigations/steps/steps";
import { stepNumber, type StepId } from "@/lib/model/investigation/step-ids";
import { CollectedSection } from "../collected/collected-section";
import { FocusRegion } from "../detail/focus-region";
import { MissingStepParts } from "./missing-step-parts";
import { StepActions } from "./step-actions";
import { findLastSaveAuthor } from "../timeline/find-last-save-author";
import { StepEditor } from "./step-editor";
import { StepText } from "./step-text";

const loading = () => <p aria-busy>Loading</p>;
const ExperimentSection = dynamic(
  () => import("../experiments/experiment-section").then((module) => module.ExperimentSection),
  { loading },
);
const ValidationSection = dynamic(
  () => import("../validation/validation-section").then((module) => module.ValidationSection),
  { loading },
);

interface StepPanelProps {
  readonly page: InvestigationResponse;
  readonly record: StepRecordEntry;
  /** Called with the next step after this step was finished. Absent if the step is only printed, and has no actions. */
  readonly onShow?: (step: StepId) => void;
  /** True if the step is not on screen but printed. Paper shows the saved input, without live data. */
  readonly isPrinted?: boolean;
}

/** One step: its purpose, form, missing parts and actions. */
export function StepPanel({ page, record, onShow, isPrinted = false }: StepPanelProps) {
  const titleId = useId();
  const { investigation, rights } = page;
  const step = getStepWithAddedItems(record);
  const isCurrent = record.round === investigation.round;
  const isEditable = rights.canEdit && isCurrent && !isPrinted;
  const canWrite = isEditable && record.state === "open";
  const facts = factsOf(page, record.round);
  const { experiments } = facts;
  const missing = findMissingParts(step, record, facts);
  const purposes = [
    ["Focus", step.focus],
    ["Key output", step.keyOutput],
    ["Done when", step.doneWhen],
    ["Risk if skipped", step.riskIfSkipped],
  ] as const;
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-4">
      <header>
        <h2 id={titleId} className="text-lg font-semibold">
          {stepNumber(step.id)}. {step.title}
          {isPrinted && !isCurrent && ` (round ${record.round})`}
        </h2>
        <p className="pt-1">{step.question}</p>
        <dl className="grid grid-cols-1 gap-x-5 gap-y-2 pt-3 text-xs sm:grid-cols-2 xl:grid-cols-4">
          {purposes.map(([name, text]) => (
            <div key={name}>
              <dt className="text-2xs text-ink-2">{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </header>
      {record.state === "skipped" && (
        <p className="wrap-anywhere">
          <span className="font-semibold">Skipped: </span>
          {record.reason}
        </p>
      )}
      {canWrite ? (
        <>
          <FocusRegion target="button[type=submit]">
            <StepEditor
              number={investigation.number}
              version={investigation.version}
              step={step}
              record={record}
              experiments={experiments}
              lastSave={findLastSaveAuthor(
                page.timeline.entries,
                (one) =>
                  (one.kind === "step-input" || one.kind === "step-state") &&
                  one.step === step.id &&
                  one.round === record.round,
              )}
            />
          </FocusRegion>
          <StepText step={step} record={record} experiments={experiments} isPrintOnly />
        </>
      ) : (
        <StepText step={step} record={record} experiments={experiments} />
      )}
      {record.state === "open" && <MissingStepParts parts={missing} />}
      {isEditable && onShow !== undefined && (
        <StepActions
          key={step.id}
          number={investigation.number}
          record={record}
          missing={missing}
          position={investigation.step}
          onShow={onShow}
        />
      )}
      {step.id === "optimise" && <ExperimentSection page={page} round={record.round} canEdit={isEditable} />}
      {step.id === "validate" && <ValidationSection page={page} round={record.round} canEdit={isEditable} />}
      {/* Grows while its data arrive, so it moves neither the form nor its buttons. */}
      {isCurrent && !isPrinted && <CollectedSection investigation={investigation} step={step.id} />}
    </section>
  );
}

function factsOf(
  { investigation, hypotheses, experiments }: InvestigationResponse,
  round: number,
): ProgressFacts {
  const { goal, baseline } = investigation;
  return {
    hasGoal: goal !== null,
    baseline: baseline === null ? "missing" : baseline.isOfOtherDeployment ? "other-deployment" : "usable",
    provenHypothesisCount: countHypothesesWithEvidence(hypotheses, round),
    experiments: experiments.filter((one) => one.round === round),
  };
}

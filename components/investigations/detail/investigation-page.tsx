"use client";

import { useQuery } from "@tanstack/react-query";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { toSentence } from "@/lib/format/sentence";
import { investigationName } from "@/lib/model/investigation/investigation";
import type { StepId } from "@/lib/model/investigation/step-ids";
import { EvidenceSection } from "../evidence/evidence-section";
import { HypothesisSection } from "../hypotheses/hypothesis-section";
import { ReportSection } from "../reports/report-section";
import { RoundChoice } from "../steps/round-choice";
import { StepList } from "../steps/step-list";
import { StepPanel } from "../steps/step-panel";
import { StepRing } from "../steps/step-ring";
import { FocusRegion } from "./focus-region";
import { DatesSection } from "./dates-section";
import { GoalSection } from "./goal-section";
import { InvestigationHeader } from "./investigation-header";
import { LinkSection } from "./link-section";
import { PeopleSection } from "./people-section";
import { RelationSection } from "./relation-section";
import { PrintedRounds, PrintedSteps } from "../printing/printed-steps";
import { PrintingProvider } from "../printing/printing";
import { TimelineSection } from "../timeline/timeline-section";
import { useStepKeys } from "./use-step-keys";
import { useInvestigationView } from "../url-state";
import { BackLink } from "@/components/shared/reads/back-link";
import { ReadError } from "@/components/shared/reads/read-error";
import { useReadError } from "@/components/shared/reads/use-lasting-error";
import { ObjectPagePlaceholder } from "@/components/shared/reads/object-page-placeholder";
import { investigationQuery, investigationRoundQuery } from "../investigation-requests";

const enabledButton = "button:enabled";

const backLink = <BackLink href="/investigations" text="All investigations" />;

/** One investigation: its steps, hypotheses, evidence, people, dates and timeline. */
export function InvestigationPage({ number }: { readonly number: number }) {
  const query = useQuery(investigationQuery(number));
  const { data, refetch } = query;
  const error = useReadError(query);
  if (data === undefined)
    return (
      <ObjectPagePlaceholder
        title={investigationName(number)}
        noun="investigation"
        missingText="Check the number in the link. The list shows all investigations that you can read."
        backLink={backLink}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  return (
    <PrintingProvider>
      {backLink}
      <FocusRegion target={enabledButton}>
        <InvestigationHeader page={data} />
      </FocusRegion>
      {error !== null && (
        <ReadError error={error} previousContentNoun="state" onRetry={() => void refetch()} />
      )}
      <Content page={data} />
    </PrintingProvider>
  );
}

function Content({ page }: { readonly page: InvestigationResponse }) {
  const { investigation } = page;
  const [view, setView] = useInvestigationView();
  const isEarlier = view.round !== null && page.earlierRounds.includes(view.round);
  const round = isEarlier && view.round !== null ? view.round : investigation.round;
  const earlier = useQuery({ ...investigationRoundQuery(investigation.number, round), enabled: isEarlier });
  const steps = isEarlier ? (earlier.data?.steps ?? []) : page.steps;
  const chosen = view.step ?? investigation.step;
  const record = steps.find(({ step }) => step === chosen);
  const show = (step: StepId): void => void setView({ step });
  useStepKeys(chosen, show);
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-8 border-t border-rule pt-5 lg:grid-cols-[232px_minmax(0,1fr)] xl:grid-cols-[232px_minmax(0,1fr)_272px]">
      <div className="flex flex-col gap-4">
        <StepRing steps={page.steps} position={investigation.step} round={investigation.round} />
        <StepList
          steps={steps}
          position={isEarlier ? null : investigation.step}
          chosen={chosen}
          onChoose={show}
        />
        <FocusRegion target={enabledButton} className="print:hidden">
          <RoundChoice page={page} round={round} onChoose={(one) => void setView({ round: one })} />
        </FocusRegion>
        <FocusRegion target={enabledButton}>
          <GoalSection page={page} />
        </FocusRegion>
      </div>
      <div className="flex min-w-0 flex-col gap-8">
        {record === undefined ? (
          <p aria-busy={earlier.error === null} role={earlier.error === null ? undefined : "alert"}>
            {earlier.error === null ? `Loading round ${round}` : toSentence(earlier.error.message)}
          </p>
        ) : (
          <>
            <PrintedSteps page={page} steps={steps.slice(0, steps.indexOf(record))} />
            <FocusRegion>
              <StepPanel page={page} record={record} onShow={show} />
            </FocusRegion>
            <PrintedSteps page={page} steps={steps.slice(steps.indexOf(record) + 1)} />
            <PrintedRounds page={page} round={round} />
          </>
        )}
        <FocusRegion target={enabledButton}>
          <HypothesisSection page={page} />
        </FocusRegion>
        <FocusRegion target={enabledButton}>
          {/* Steps of an earlier round get no new evidence. */}
          <EvidenceSection page={page} step={isEarlier ? investigation.step : chosen} />
        </FocusRegion>
        <FocusRegion target={enabledButton}>
          <ReportSection page={page} />
        </FocusRegion>
      </div>
      <div className="flex min-w-0 flex-col gap-6 lg:col-start-2 xl:col-start-3">
        <FocusRegion target={enabledButton}>
          <PeopleSection page={page} />
        </FocusRegion>
        <DatesSection page={page} />
        <FocusRegion target={enabledButton}>
          <LinkSection page={page} />
        </FocusRegion>
        <FocusRegion target={enabledButton}>
          <RelationSection page={page} />
        </FocusRegion>
        <FocusRegion target={enabledButton}>
          <TimelineSection page={page} />
        </FocusRegion>
      </div>
    </div>
  );
}

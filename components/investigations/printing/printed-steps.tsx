"use client";

import { useQuery } from "@tanstack/react-query";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import type { StepRecordEntry } from "@/lib/contracts/investigations/progress";
import { toSentence } from "@/lib/format/sentence";
import { investigationRoundQuery } from "../investigation-requests";
import { StepPanel } from "../steps/step-panel";
import { usePrinting } from "./printing";

interface PrintedStepsProps {
  readonly page: InvestigationResponse;
  readonly steps: readonly StepRecordEntry[];
}

/** Steps that the screen does not show. They are read and drawn for paper only. */
export function PrintedSteps({ page, steps }: PrintedStepsProps) {
  const { isReading } = usePrinting();
  if (!isReading || steps.length === 0) return null;
  return (
    <div data-printed-part className="flex flex-col gap-8">
      {steps.map((record) => (
        <StepPanel key={`${record.round} ${record.step}`} page={page} record={record} isPrinted />
      ))}
    </div>
  );
}

interface PrintedRoundsProps {
  readonly page: InvestigationResponse;
  /** Round on screen, which is not repeated. */
  readonly round: number;
}

/** The steps of the rounds that the screen does not show, for paper only. */
export function PrintedRounds({ page, round }: PrintedRoundsProps) {
  const { isReading } = usePrinting();
  const { investigation, earlierRounds } = page;
  if (!isReading)
    return (
      <p className="hidden text-xs print:block">
        The other steps are not printed. The button “Print” of the page prints all steps.
      </p>
    );
  return (
    <>
      {earlierRounds
        .filter((one) => one !== round)
        .map((one) => (
          <EarlierRound key={one} page={page} round={one} />
        ))}
      {round !== investigation.round && <PrintedSteps page={page} steps={page.steps} />}
    </>
  );
}

function EarlierRound({ page, round }: PrintedRoundsProps) {
  const { data, error } = useQuery(investigationRoundQuery(page.investigation.number, round));
  if (data !== undefined) return <PrintedSteps page={page} steps={data.steps} />;
  return (
    <p data-printed-part aria-busy={error === null} role={error === null ? undefined : "alert"}>
      {error === null
        ? `Loading round ${round}`
        : `Round ${round} could not be read. ${toSentence(error.message)}`}
    </p>
  );
}

"use client";

import { useState } from "react";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";
import { toSentence } from "@/lib/format/sentence";
import { formatDateTime } from "@/lib/format/time";
import { describeRetention } from "@/lib/investigations/timeline-text";
import type { StepId } from "@/lib/model/investigation/step-ids";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";
import { Button } from "@/components/ui/button";
import { useVisiblePanels } from "@/components/charts/frame/use-visible-panels";
import { usePrinting } from "../printing/printing";
import { EvidenceItem } from "./evidence-item";
import { listLinkableHypotheses } from "./hypothesis-link";
import { useEarlierEvidence } from "./use-earlier-evidence";
import { FileAddition } from "./files/file-addition";
import { NoteForm } from "./note-form";

interface RetentionLineProps {
  readonly retention: InvestigationResponse["evidenceRetention"];
}

/** States when the data of the evidence are removed. */
function RetentionLine({ retention }: RetentionLineProps) {
  const timeZone = useTimeZone();
  if (retention === null) return null;
  const { removalAtMs } = retention;
  return (
    <p className="pb-1 text-xs text-ink-2">
      {describeRetention(retention)}
      {removalAtMs !== null && (
        <>
          {" "}
          Data and files are removed after <ZonedText>{formatDateTime(removalAtMs, timeZone)}</ZonedText>.
        </>
      )}
    </p>
  );
}

interface EarlierPiecesProps {
  readonly count: number;
  readonly isLoading: boolean;
  readonly onRead: () => void;
}

/** Reads the earlier pieces on request, because a long record would open slowly. */
function EarlierPieces({ count, isLoading, onRead }: EarlierPiecesProps) {
  const pieces = countWithNoun(count, "earlier piece");
  return (
    <>
      <Button size="sm" className="my-1 print:hidden" disabled={isLoading} onClick={onRead}>
        Show {pieces}
      </Button>
      <p className="hidden text-xs print:block">
        {pieces} of evidence {singularOrPlural(count, "is", "are")} not printed. The button “Print” of the
        page prints all evidence.
      </p>
    </>
  );
}

interface EvidenceSectionProps {
  readonly page: InvestigationResponse;
  /** Step on screen, to which new evidence belongs. */
  readonly step: StepId;
}

/** Notes, files and stored data of panels, each with the hypotheses that it supports or contradicts. */
export function EvidenceSection({ page, step }: EvidenceSectionProps) {
  const [isAdding, setAdding] = useState(false);
  const { visibleIds, observe } = useVisiblePanels();
  const [isComplete, setComplete] = useState(false);
  const { isReading } = usePrinting();
  const { earlier, unreadCount, isLoading, error, retry } = useEarlierEvidence(page, isComplete || isReading);
  const { investigation, rights } = page;
  const evidence = [...earlier, ...page.evidence];
  const withContent = new Set<number | null | undefined>(
    evidence.filter(({ removal }) => removal === null).map((one) => one.number),
  );
  return (
    <section
      aria-labelledby="evidence"
      data-printed-part
      aria-busy={isReading && isLoading}
      className="border-t border-rule pt-3"
    >
      <div className="flex items-baseline justify-between gap-2 pb-1">
        <h2 id="evidence" className="font-semibold">
          Evidence
        </h2>
        {rights.canEdit && !isAdding && (
          <Button size="sm" className="print:hidden" onClick={() => setAdding(true)}>
            Add note
          </Button>
        )}
      </div>
      {isAdding && <NoteForm page={page} step={step} onClose={() => setAdding(false)} />}
      {rights.canEdit && <FileAddition page={page} step={step} />}
      {evidence.length === 0 && !isAdding && (
        <p className="text-xs text-ink-2">
          No evidence yet. Add a note or a file. On other pages, choose “Keep as evidence”, for example on a
          chart, a trace, a comparison or a roofline.
        </p>
      )}
      {unreadCount > 0 && (
        <EarlierPieces
          count={unreadCount}
          isLoading={isLoading}
          onRead={() => (isComplete ? retry() : setComplete(true))}
        />
      )}
      {error !== null && (
        <p role="alert" className="text-xs">
          The earlier evidence could not be loaded. {toSentence(error.message)}
        </p>
      )}
      <RetentionLine retention={page.evidenceRetention} />
      <ul aria-label="Evidence">
        {evidence.map((one) => (
          <EvidenceItem
            key={one.id}
            number={investigation.number}
            evidence={one}
            asOfMs={page.asOfMs}
            canEdit={rights.canEdit}
            round={investigation.round}
            hypotheses={listLinkableHypotheses(page)}
            isInView={visibleIds.has(one.id)}
            isRepeated={withContent.has(one.file?.sameAs)}
            observeElement={observe(one.id)}
          />
        ))}
      </ul>
    </section>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ValidationEntry } from "@/lib/contracts/investigations/validation-fields";
import { formatDateTime } from "@/lib/format/time";
import { validationName } from "@/lib/model/investigation/validation-name";
import { isolateDirection } from "@/components/shared/isolated-text";
import { ReadError } from "@/components/shared/reads/read-error";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";
import { Button } from "@/components/ui/button";
import { GoalVerdictMark } from "../goal-check/goal-verdict-mark";
import { usePrinting } from "../printing/printing";
import { ValidationReport } from "./validation-report";
import { validationQuery } from "./validation-requests";
import { WatchSection } from "./watch-section";

interface StoredValidationProps {
  readonly number: number;
  readonly validation: ValidationEntry;
  readonly canEdit: boolean;
}

/** A stored validation with its watch. The report is read on demand. */
export function StoredValidation({ number, validation, canEdit }: StoredValidationProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { isReading: isPrinting } = usePrinting();
  const timeZone = useTimeZone();
  const name = validationName(validation.number);
  return (
    <li aria-label={name} className="border-t border-rule py-3">
      <p className="wrap-anywhere">
        <span className="pr-2 font-mono text-xs text-ink-2">{name}</span>
        <GoalVerdictMark verdict={validation.verdict} />{" "}
        <span className="text-xs text-ink-2">
          {isolateDirection(validation.author)},{" "}
          <ZonedText>{formatDateTime(validation.createdAtMs, timeZone)}</ZonedText>
        </span>
      </p>
      <p className="pt-1 text-xs wrap-anywhere">{isolateDirection(validation.sentence)}</p>
      <p className="pt-1 print:hidden">
        <Button size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? `Hide the report of ${name}` : `Show the report of ${name}`}
        </Button>
      </p>
      {(isOpen || isPrinting) && <StoredReport number={number} id={validation.id} name={name} />}
      <WatchSection number={number} validation={validation} canEdit={canEdit} />
    </li>
  );
}

interface StoredReportProps {
  readonly number: number;
  readonly id: string;
  readonly name: string;
}

function StoredReport({ number, id, name }: StoredReportProps) {
  const { data, error, refetch } = useQuery(validationQuery(number, id));
  return (
    <section aria-label={`Report of ${name}`} className="pt-2">
      {error !== null && (
        <ReadError error={error} previousContentNoun={null} onRetry={() => void refetch()} />
      )}
      {data === undefined ? (
        error === null && <p aria-busy>Loading the report</p>
      ) : (
        <ValidationReport report={data.validation.report} />
      )}
    </section>
  );
}

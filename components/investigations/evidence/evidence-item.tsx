"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState, type RefCallback } from "react";
import type { EvidenceEntry, HypothesisEntry } from "@/lib/contracts/investigations/hypotheses";
import { formatDateTime, formatDateTimeWithOptionalYear } from "@/lib/format/time";
import { evidenceName } from "@/lib/model/investigation/evidence";
import { hypothesisName } from "@/lib/model/investigation/hypothesis";
import { stepNumber } from "@/lib/model/investigation/step-ids";
import { z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";
import { Button } from "@/components/ui/button";
import { MarkdownText } from "../markdown/markdown-text";
import { reasonField } from "../steps/reason-field";
import { LinkToHypothesisForm } from "./link-to-hypothesis-form";
import { EvidenceStepsForm } from "./evidence-steps-form";
import { FileEvidence } from "./files/file-evidence";
import { LiveDifferenceMark } from "./live/live-difference-mark";
import { StoredAnswer } from "./stored-answer";
import { removeEvidence } from "../record-requests";
import { investigationKey } from "../investigation-requests";

interface EvidenceItemProps {
  readonly number: number;
  readonly evidence: EvidenceEntry;
  readonly asOfMs: number;
  readonly canEdit: boolean;
  /** Current round and its hypotheses, to which evidence can be linked. */
  readonly round: number;
  readonly hypotheses: readonly HypothesisEntry[];
  readonly isInView: boolean;
  /** True if an earlier piece of evidence on the page has the same content. */
  readonly isRepeated?: boolean;
  readonly observeElement: RefCallback<HTMLElement>;
}

/** A piece of evidence. A removed piece keeps its title and the reason of its removal. */
export function EvidenceItem({
  number,
  evidence,
  asOfMs,
  canEdit,
  round,
  hypotheses,
  isInView,
  isRepeated = false,
  observeElement,
}: EvidenceItemProps) {
  const [openForm, setOpenForm] = useState<"link" | "steps" | "removal" | null>(null);
  const timeZone = useTimeZone();
  const { title, text, answer, file, author, createdAtMs, removal } = evidence;
  const name = evidenceName(evidence.number);
  return (
    <li ref={observeElement} id={name} aria-label={name} className="scroll-mt-16 border-t border-rule py-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-2 sm:flex-nowrap">
        <p className="min-w-0 grow basis-full font-medium wrap-anywhere sm:basis-auto">
          <span className="mr-2 font-mono text-xs font-normal text-ink-2">{name}</span>
          {isolateDirection(title)}
        </p>
        {removal === null && answer !== null && (
          <LiveDifferenceMark number={number} evidence={evidence} isInView={isInView} />
        )}
        {canEdit && removal === null && openForm === null && (
          <ItemActions name={name} canLink={hypotheses.length > 0} onOpen={setOpenForm} />
        )}
      </div>
      <p className="tnum text-2xs text-ink-2">
        {isolateDirection(author)},{" "}
        <ZonedText>
          {formatDateTimeWithOptionalYear(createdAtMs, { timeZone, referenceMs: asOfMs })}
        </ZonedText>
        {linkTexts(evidence).map((link) => `, ${link}`)}
      </p>
      {removal === null ? (
        <div className="max-w-[760px] pt-1 text-xs">
          <MarkdownText text={text ?? ""} />
        </div>
      ) : (
        <Tombstone removal={removal} />
      )}
      {file !== null && <FileEvidence {...{ number, evidence, file, isInView, isRepeated }} />}
      {answer !== null && (
        <StoredAnswer
          number={number}
          evidence={evidence}
          answer={answer}
          asOfMs={asOfMs}
          isInView={isInView}
        />
      )}
      {openForm === "link" && (
        <LinkToHypothesisForm
          number={number}
          round={round}
          label={`Link ${name}`}
          evidence={[evidence]}
          hypotheses={hypotheses}
          onClose={() => setOpenForm(null)}
        />
      )}
      {openForm === "steps" && (
        <EvidenceStepsForm
          number={number}
          round={round}
          evidence={evidence}
          onClose={() => setOpenForm(null)}
        />
      )}
      {openForm === "removal" && (
        <RemovalForm number={number} evidence={evidence} onClose={() => setOpenForm(null)} />
      )}
    </li>
  );
}

function Tombstone({ removal }: { readonly removal: NonNullable<EvidenceEntry["removal"]> }) {
  const timeZone = useTimeZone();
  const { author, isAutomatic, reason, atMs, contentHash } = removal;
  return (
    <div className="pt-1 text-xs wrap-anywhere text-ink-2">
      <p>
        {isAutomatic ? "Removed automatically" : <>Removed by {isolateDirection(author)}</>},{" "}
        <ZonedText>{formatDateTime(atMs, timeZone)}</ZonedText>: {isolateDirection(reason)}
      </p>
      {contentHash !== null && (
        <p>
          SHA-256 of the content: <code className="font-mono text-2xs">{contentHash}</code>
        </p>
      )}
    </div>
  );
}

interface ItemActionsProps {
  readonly name: string;
  readonly canLink: boolean;
  readonly onOpen: (form: "link" | "steps" | "removal") => void;
}

function ItemActions({ name, canLink, onOpen }: ItemActionsProps) {
  return (
    <span className="flex shrink-0 gap-1 print:hidden">
      {canLink && (
        <Button size="sm" variant="ghost" aria-label={`Link ${name}`} onClick={() => onOpen("link")}>
          Link
        </Button>
      )}
      <Button size="sm" variant="ghost" aria-label={`Steps of ${name}`} onClick={() => onOpen("steps")}>
        Steps
      </Button>
      <Button size="sm" variant="ghost" aria-label={`Remove ${name}`} onClick={() => onOpen("removal")}>
        Remove
      </Button>
    </span>
  );
}

function linkTexts({ hypotheses, steps }: EvidenceEntry): readonly string[] {
  return [
    ...hypotheses.map(({ number, direction, weight }) => `${weight} ${direction} ${hypothesisName(number)}`),
    ...steps.map(({ round, step }) => `step ${stepNumber(step)} in round ${round}`),
  ];
}

interface RemovalValues {
  readonly reason: string;
}

const schema: FormSchema<RemovalValues, RemovalValues> = z.object({ reason: reasonField });

interface RemovalFormProps extends Pick<EvidenceItemProps, "number" | "evidence"> {
  readonly onClose: () => void;
}

function RemovalForm({ number, evidence, onClose }: RemovalFormProps) {
  const queries = useQueryClient();
  const form = useSavedForm({
    schema,
    stored: { version: null, values: { reason: "" } },
    save: ({ body }) => removeEvidence(number, evidence.id, body.reason),
    refetch: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
    onSaved: onClose,
  });
  return (
    <Form
      form={form}
      label={`Remove ${evidenceName(evidence.number)}`}
      saveLabel="Remove permanently"
      className="max-w-[520px] py-2"
      takesFocus
      onCancel={onClose}
    >
      <TextField
        form={form}
        name="reason"
        label="Reason"
        hint="The content is deleted, also from the audit trail. Its title, its SHA-256 and this reason stay on record."
      />
    </Form>
  );
}

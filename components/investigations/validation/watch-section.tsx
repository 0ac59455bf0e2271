"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ValidationEntry } from "@/lib/contracts/investigations/validation-fields";
import { formatDateTime, formatWindow } from "@/lib/format/time";
import { validationName } from "@/lib/model/investigation/validation-name";
import { verdictTitles } from "@/lib/sentences/comparisons/statistic-text";
import { ComparisonVerdictMark } from "@/components/shared/comparison/comparison-verdict-mark";
import { TextField } from "@/components/shared/forms/fields";
import { z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";
import { Button } from "@/components/ui/button";
import { investigationKey } from "../investigation-requests";
import { reasonField } from "../steps/reason-field";
import { endWatch } from "./validation-requests";

interface WatchSectionProps {
  readonly number: number;
  readonly validation: ValidationEntry;
  readonly canEdit: boolean;
}

/** The newest windows. The export contains all. */
const maxWindows = 14;

/** The watch of a validation: its state, the evaluated windows, and the next one. */
export function WatchSection({ number, validation, canEdit }: WatchSectionProps) {
  const [isEnding, setIsEnding] = useState(false);
  const timeZone = useTimeZone();
  const { watch } = validation;
  if (watch === null) return null;
  const name = validationName(validation.number);
  const hiddenCount = watch.windows.length - maxWindows;
  return (
    <section aria-label={`Watch of ${name}`} className="pt-2 text-xs">
      <h4 className="font-medium">
        Watch <span className="font-normal text-ink-2">{watch.state}</span>
      </h4>
      <p className="pt-1 wrap-anywhere">{isolateDirection(watch.sentence)}</p>
      {watch.failure !== null && watch.state === "active" && (
        <p className="pt-1 wrap-anywhere">
          <span className="font-semibold">The newest attempt failed: </span>
          {isolateDirection(watch.failure)}
        </p>
      )}
      {watch.nextDueAtMs !== null && (
        <p className="pt-1 text-ink-2">
          The next window is evaluated after{" "}
          <ZonedText>{formatDateTime(watch.nextDueAtMs, timeZone)}</ZonedText>.
        </p>
      )}
      {watch.windows.length > 0 && (
        <ul aria-label={`Windows of the watch of ${name}`} className="pt-1">
          {watch.windows.slice(0, maxWindows).map(({ startMs, endMs, verdict, sentence }) => (
            <li key={startMs} className="border-t border-rule py-1 wrap-anywhere">
              <ComparisonVerdictMark verdict={verdict} title={verdictTitles[verdict]} />{" "}
              <span className="text-ink-2">
                <ZonedText>{formatWindow(startMs, endMs, timeZone)}</ZonedText>
              </span>
              <span className="block">{isolateDirection(sentence)}</span>
            </li>
          ))}
        </ul>
      )}
      {hiddenCount > 0 && <p className="text-ink-2">{hiddenCount} older windows are in the export.</p>}
      {canEdit && watch.state === "active" && !isEnding && (
        <p className="pt-1 print:hidden">
          <Button size="sm" aria-label={`End watch of ${name}`} onClick={() => setIsEnding(true)}>
            End watch
          </Button>
        </p>
      )}
      {isEnding && watch.state === "active" && (
        <EndForm number={number} validation={validation} onClose={() => setIsEnding(false)} />
      )}
    </section>
  );
}

interface ReasonValues {
  readonly reason: string;
}

const schema: FormSchema<ReasonValues, ReasonValues> = z.object({ reason: reasonField });

interface EndFormProps {
  readonly number: number;
  readonly validation: ValidationEntry;
  readonly onClose: () => void;
}

function EndForm({ number, validation, onClose }: EndFormProps) {
  const queries = useQueryClient();
  const form = useSavedForm({
    schema,
    stored: { version: null, values: { reason: "" } },
    save: ({ body, idempotencyKey }) => endWatch(number, validation.id, body, idempotencyKey),
    refetch: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
    onSaved: onClose,
  });
  return (
    <Form
      form={form}
      label={`End watch of ${validationName(validation.number)}`}
      saveLabel="End watch"
      className="max-w-[520px] py-2"
      takesFocus
      onCancel={onClose}
    >
      <TextField form={form} name="reason" label="Reason" hint="Your reason appears in the timeline." />
    </Form>
  );
}

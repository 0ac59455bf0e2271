"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { assessmentQuery, baselinesKey, captureBaseline } from "@/lib/client/queries/baselines";
import { formatDateTime } from "@/lib/format/time";
import { baselineNameRules } from "@/lib/model/baseline/baseline";
import { ChangeRefusal } from "@/components/shared/forms/change-refusal";
import { ChoiceField, TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { dateTimeInput } from "@/components/shared/date-input";
import { AssessmentSummary } from "./assessment-summary";
import type { CaptureTarget } from "./capture-dialog";
import { captureSchema, createCaptureValues } from "./capture-schema";
import { parseVisibleTo, useVisibleToOptions } from "./visible-to";

interface CaptureFormProps {
  readonly deployment: { readonly slug: string; readonly title: string };
  readonly target: CaptureTarget;
  readonly onTarget: (target: CaptureTarget) => void;
  readonly onCaptured: (baselineId: string) => void;
  readonly onCancel: () => void;
}

/** Shows the assessment of the window, and captures exactly the assessed window. */
export function CaptureForm({ deployment, target, onTarget, onCaptured, onCancel }: CaptureFormProps) {
  const queries = useQueryClient();
  const timeZone = useTimeZone();
  const visibleToOptions = useVisibleToOptions();
  const [storedValues] = useState(() =>
    createCaptureValues(
      `${deployment.title}, ${formatDateTime(Date.now(), timeZone)}`.slice(-baselineNameRules.maxLength),
    ),
  );
  const assessment = useQuery(
    assessmentQuery({ deployment: deployment.slug, from: target.from, to: target.to }),
  );
  const window = assessment.data?.window;
  const captureRefusal = assessment.data?.captureRefusal ?? null;
  const form = useSavedForm({
    schema: captureSchema,
    stored: { version: null, values: storedValues },
    save: ({ body, idempotencyKey }) => {
      if (window === undefined)
        throw new Error(
          "The baseline was not saved, because the window is still being assessed. Save again when the assessment is displayed.",
        );
      const times = { from: String(window.startMs), to: String(window.endMs) };
      const { visibleTo, ...settings } = body;
      const request = { ...settings, ...parseVisibleTo(visibleTo), deployment: deployment.slug, ...times };
      return captureBaseline(request, idempotencyKey);
    },
    refetch: () => queries.invalidateQueries({ queryKey: baselinesKey }),
    onSaved: ({ baseline }) => onCaptured(baseline.id),
  });
  return (
    <>
      <AssessmentSummary
        assessment={assessment.data}
        error={assessment.error}
        onRetry={() => void assessment.refetch()}
        onWindow={({ startMs, endMs }) => onTarget({ ...target, from: String(startMs), to: String(endMs) })}
      />
      {captureRefusal !== null && <ChangeRefusal text={captureRefusal} />}
      <Form
        form={form}
        label="Capture baseline"
        saveLabel="Capture"
        canSave={assessment.data !== undefined && assessment.data.blocks !== null && captureRefusal === null}
        onCancel={onCancel}
      >
        <TextField form={form} name="name" label="Name" maxLength={baselineNameRules.maxLength} />
        <TextField form={form} name="expiresAtMs" label="Expires (empty: never)" {...dateTimeInput} />
        {visibleToOptions.length > 1 && (
          <ChoiceField form={form} name="visibleTo" label="Visible to" options={visibleToOptions} />
        )}
        <details>
          <summary className="w-fit py-1 text-ink-2">Load test settings</summary>
          <div className="grid grid-cols-1 gap-3 pt-1 sm:grid-cols-3">
            <TextField form={form} name="load.users" label="Users" />
            <TextField form={form} name="load.spawnRatePerSecond" label="Spawn rate, users/s" />
            <TextField form={form} name="load.durationSeconds" label="Duration, s" />
          </div>
        </details>
      </Form>
    </>
  );
}

"use client";

import { useId, type ReactNode, type Ref } from "react";
import { eventKindTitles, exclusionReasonTitles, exclusionReasons, maxTitleLength } from "@/lib/model/event";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { Choice } from "@/components/ui/choice";
import { cn } from "@/components/ui/cn";
import {
  Field,
  fieldClasses,
  FieldError,
  invalidAttributes,
  type InvalidAttributes,
} from "@/components/ui/field";
import { writableKinds, type DraftField, type DraftErrors, type EventDraft } from "./event-draft";

interface EventFieldsProps {
  readonly draft: EventDraft;
  readonly onChange: (draft: EventDraft) => void;
  readonly errors: DraftErrors;
  /** The kind of an existing event cannot be changed. */
  readonly isKindFixed: boolean;
  /** The scope that can be selected in addition to all deployments. */
  readonly deployment: { readonly slug: string; readonly title: string } | null;
  readonly firstField: Ref<HTMLInputElement>;
}

/** The character count is shown near the limit. */
const countFrom = maxTitleLength - 60;

/** Form fields with their validation errors. */
export function EventFields(props: EventFieldsProps) {
  const { draft, onChange, errors, isKindFixed, deployment, firstField } = props;
  const timeZone = useTimeZone();
  const isWindow = draft.kind === "exclusion";
  const scopes = [...new Set([draft.deployment, deployment?.slug ?? null])].filter((slug) => slug !== null);
  return (
    <>
      <ValidatedField label="Title" error={errors.title}>
        {(invalid) => (
          <input
            {...invalid}
            ref={firstField}
            autoComplete="off"
            placeholder="chat 2.4.1 rolled out"
            className={cn(fieldClasses, "w-full")}
            value={draft.title}
            onChange={(event) => onChange({ ...draft, title: event.target.value })}
          />
        )}
      </ValidatedField>
      {draft.title.length > countFrom && (
        <p className="tnum text-2xs text-ink-2">
          {draft.title.length} of {maxTitleLength} characters
        </p>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Choice
          label="Kind"
          className="w-full"
          isFixed={isKindFixed}
          value={draft.kind}
          options={writableKinds.map((kind) => [kind, eventKindTitles[kind]] as const)}
          onChoose={(kind) => onChange({ ...draft, kind })}
        />
        <Choice
          label="Scope"
          className="w-full"
          value={draft.deployment ?? ""}
          options={[
            ...scopes.map((slug) => [slug, slug === deployment?.slug ? deployment.title : slug] as const),
            ["", "All deployments"],
          ]}
          onChoose={(slug) => onChange({ ...draft, deployment: slug === "" ? null : slug })}
        />
      </div>
      {isWindow && (
        <Choice
          label="Reason"
          className="w-full"
          value={draft.reason}
          options={exclusionReasons.map((reason) => [reason, exclusionReasonTitles[reason]] as const)}
          onChoose={(reason) => onChange({ ...draft, reason })}
        />
      )}
      <TimeField
        name="at"
        label={isWindow ? "From" : "Time"}
        value={draft.at}
        error={errors.at}
        onChange={(at) => onChange({ ...draft, at })}
      />
      {isWindow && (
        <TimeField
          name="end"
          label="To (empty if ongoing)"
          value={draft.end}
          error={errors.end}
          onChange={(end) => onChange({ ...draft, end })}
        />
      )}
      <p className="text-2xs text-ink-2">Times are in {timeZone}.</p>
    </>
  );
}

interface ValidatedFieldProps {
  readonly label: string;
  readonly error: string | undefined;
  readonly children: (invalid: InvalidAttributes) => ReactNode;
}

function ValidatedField({ label, error, children }: ValidatedFieldProps) {
  const id = useId();
  return (
    <div>
      <Field label={label}>{children(invalidAttributes(id, error ?? null))}</Field>
      {error !== undefined && (
        <FieldError id={id} className="mt-1">
          {error}
        </FieldError>
      )}
    </div>
  );
}

interface TimeFieldProps {
  readonly name: DraftField;
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

function TimeField({ name, label, value, error, onChange }: TimeFieldProps) {
  return (
    <ValidatedField label={label} error={error}>
      {(invalid) => (
        <input
          {...invalid}
          name={name}
          type="datetime-local"
          step={1}
          className={cn(fieldClasses, "tnum w-full")}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </ValidatedField>
  );
}

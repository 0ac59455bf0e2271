"use client";

import { useId, type ReactNode, type Ref } from "react";
import { eventKindTitles, exclusionReasonTitles, exclusionReasons, longestTitle } from "@/lib/model/event";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { Choice } from "@/components/ui/choice";
import { cn } from "@/components/ui/cn";
import { Field, fieldClasses, FieldTrouble, invalidBy, type Invalid } from "@/components/ui/field";
import { writableKinds, type DraftField, type DraftTroubles, type EventDraft } from "./event-draft";

interface EventFieldsProps {
  readonly draft: EventDraft;
  readonly onChange: (draft: EventDraft) => void;
  readonly troubles: DraftTroubles;
  /** The kind of what is on record stays. */
  readonly isKindFixed: boolean;
  /** What can be chosen besides the whole fleet. */
  readonly deployment: { readonly slug: string; readonly title: string } | null;
  readonly firstField: Ref<HTMLInputElement>;
}

/** Close to the bound a count is of use. */
const countFrom = longestTitle - 60;

/** The form's fields, each with what is wrong about it. */
export function EventFields(props: EventFieldsProps) {
  const { draft, onChange, troubles, isKindFixed, deployment, firstField } = props;
  const timeZone = useTimeZone();
  const isWindow = draft.kind === "exclusion";
  const scopes = [...new Set([draft.deployment, deployment?.slug ?? null])].filter((slug) => slug !== null);
  return (
    <>
      <TroubledField label="What happened" trouble={troubles.title}>
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
      </TroubledField>
      {draft.title.length > countFrom && (
        <p className="tnum text-2xs text-ink-2">
          {draft.title.length} of {longestTitle} characters
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
            ["", "Whole fleet"],
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
        trouble={troubles.at}
        onChange={(at) => onChange({ ...draft, at })}
      />
      {isWindow && (
        <TimeField
          name="end"
          label="To, empty while it lasts"
          value={draft.end}
          trouble={troubles.end}
          onChange={(end) => onChange({ ...draft, end })}
        />
      )}
      <p className="text-2xs text-ink-2">Times are {timeZone}.</p>
    </>
  );
}

interface TroubledFieldProps {
  readonly label: string;
  readonly trouble: string | undefined;
  readonly children: (invalid: Invalid) => ReactNode;
}

function TroubledField({ label, trouble, children }: TroubledFieldProps) {
  const id = useId();
  return (
    <div>
      <Field label={label}>{children(invalidBy(id, trouble ?? null))}</Field>
      {trouble !== undefined && (
        <FieldTrouble id={id} className="mt-1">
          {trouble}
        </FieldTrouble>
      )}
    </div>
  );
}

interface TimeFieldProps {
  readonly name: DraftField;
  readonly label: string;
  readonly value: string;
  readonly trouble: string | undefined;
  readonly onChange: (value: string) => void;
}

function TimeField({ name, label, value, trouble, onChange }: TimeFieldProps) {
  return (
    <TroubledField label={label} trouble={trouble}>
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
    </TroubledField>
  );
}

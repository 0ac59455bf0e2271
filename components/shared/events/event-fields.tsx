"use client";

import { useId, type ReactNode, type Ref } from "react";
import { eventKindTitles, exclusionReasonTitles, exclusionReasons, longestTitle } from "@/lib/model/event";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { cn } from "@/components/ui/cn";
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

const control =
  "h-7 w-full rounded-sm border border-rule-strong bg-sheet px-2 text-sm text-ink aria-invalid:border-bad";
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
      <Field label="What happened" trouble={troubles.title}>
        {(invalid) => (
          <input
            {...invalid}
            ref={firstField}
            autoComplete="off"
            placeholder="chat 2.4.1 rolled out"
            className={control}
            value={draft.title}
            onChange={(event) => onChange({ ...draft, title: event.target.value })}
          />
        )}
      </Field>
      {draft.title.length > countFrom && (
        <p className="tnum text-2xs text-ink-2">
          {draft.title.length} of {longestTitle} characters
        </p>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Choice
          label="Kind"
          isFixed={isKindFixed}
          value={draft.kind}
          options={writableKinds.map((kind) => [kind, eventKindTitles[kind]] as const)}
          onChoose={(kind) => onChange({ ...draft, kind })}
        />
        <Choice
          label="Scope"
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

interface Invalid {
  readonly "aria-invalid"?: true;
  readonly "aria-describedby"?: string;
}

interface FieldProps {
  readonly label: string;
  readonly trouble: string | undefined;
  readonly children: (invalid: Invalid) => ReactNode;
}

/** What is wrong stands beside the label, not in it: it describes the field and does not name it. */
function Field({ label, trouble, children }: FieldProps) {
  const id = useId();
  return (
    <div>
      <label className="flex flex-col gap-1 text-xs text-ink-2">
        {label}
        {children(trouble === undefined ? {} : { "aria-invalid": true, "aria-describedby": id })}
      </label>
      {trouble !== undefined && (
        <p id={id} role="alert" className="mt-1 text-xs text-bad">
          {trouble}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly isFixed?: boolean;
  readonly value: T;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly onChoose: (value: T) => void;
}

function Choice<T extends string>({ label, isFixed = false, value, options, onChoose }: ChoiceProps<T>) {
  return (
    <Field label={label} trouble={undefined}>
      {() => (
        <select
          className={control}
          disabled={isFixed}
          value={value}
          onChange={(event) => {
            const chosen = options.find(([each]) => each === event.target.value);
            if (chosen !== undefined) onChoose(chosen[0]);
          }}
        >
          {options.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
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
    <Field label={label} trouble={trouble}>
      {(invalid) => (
        <input
          {...invalid}
          name={name}
          type="datetime-local"
          step={1}
          className={cn(control, "tnum")}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

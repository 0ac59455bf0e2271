"use client";

import { useWatch } from "react-hook-form";
import {
  eventKindTitles,
  exclusionReasonTitles,
  exclusionReasons,
  maxEventTitleLength,
} from "@/lib/model/event";
import { ChoiceField, TextField } from "@/components/shared/forms/fields";
import type { FormConnection } from "@/components/shared/forms/use-saved-form";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { dateTimeInput } from "@/components/shared/date-input";
import { writableEventKinds, type EventDraft } from "./new-draft";

interface EventFieldsProps {
  readonly form: FormConnection<EventDraft>;
  /** True for an existing event, whose kind cannot be changed. */
  readonly isKindFixed: boolean;
  /** The deployment that can be selected instead of all deployments. Null if only all deployments can be selected. */
  readonly deployment: { readonly slug: string; readonly title: string } | null;
}

/** The character count is shown near the limit. */
const countFrom = maxEventTitleLength - 60;

/** Fields of the event form. */
export function EventFields({ form, isKindFixed, deployment }: EventFieldsProps) {
  const timeZone = useTimeZone();
  const [kind, title] = useWatch({ control: form.control, name: ["kind", "title"] });
  const isWindow = kind === "exclusion";
  const time = { form, ...dateTimeInput, className: "tnum w-full" } as const;
  return (
    <>
      <TextField
        form={form}
        name="title"
        label="Title"
        placeholder="chat 2.4.1 rolled out"
        className="w-full"
        hint={title.length > countFrom ? `${title.length} of ${maxEventTitleLength} characters` : undefined}
      />
      <div className="grid grid-cols-2 gap-3">
        <ChoiceField
          form={form}
          name="kind"
          label="Kind"
          className="w-full"
          isFixed={isKindFixed}
          options={writableEventKinds.map((each) => [each, eventKindTitles[each]])}
        />
        <ChoiceField
          form={form}
          name="deployment"
          label="Scope"
          className="w-full"
          options={[
            ...(deployment === null ? [] : [[deployment.slug, deployment.title] as const]),
            ["", "All deployments"],
          ]}
        />
      </div>
      {isWindow && (
        <ChoiceField
          form={form}
          name="reason"
          label="Reason"
          className="w-full"
          options={exclusionReasons.map((reason) => [reason, exclusionReasonTitles[reason]])}
        />
      )}
      <TextField {...time} name="atMs" label={isWindow ? "From" : "Time"} deps="endMs" />
      {isWindow && <TextField {...time} name="endMs" label="To (empty if ongoing)" />}
      <p className="text-2xs text-ink-2">Times are in {timeZone}.</p>
    </>
  );
}

/** Schema of the event form. Its output is the request body. */
import type { CreateEventBody } from "@/lib/contracts/events";
import { fail, succeed } from "@/lib/base/result";
import { exclusionReasons, instantEventKinds, eventTimesError, titleError } from "@/lib/model/event";
import { parseDateInputMs } from "@/components/shared/date-input";
import {
  validatedBy,
  nullIfEmpty,
  parseOption,
  textField,
  z,
  type FormSchema,
  type ParseText,
} from "@/components/shared/forms/field-schemas";
import type { EventDraft } from "./new-draft";

const time =
  (message: string): ParseText<number> =>
  (text) => {
    const atMs = parseDateInputMs(text);
    return atMs === undefined ? fail(message) : succeed(atMs);
  };

/** Returns the schema of the form for events. `nowMs` limits their times. An edit sends only the changed fields. */
export function createEventSchema(nowMs: () => number): FormSchema<EventDraft, CreateEventBody> {
  const startOf = (kind: "comment" | "exclusion") =>
    textField((text) => {
      const start = time("Enter a date and a time.")(text);
      const error = start.ok ? eventTimesError({ kind, atMs: start.value, endMs: null }, nowMs()) : null;
      return error === null ? start : fail(error);
    });
  const shared = {
    title: textField(validatedBy(titleError)),
    deployment: textField(nullIfEmpty(succeed)),
    origin: z._default(z.literal("manual"), "manual"),
  };
  const point = z.object({ kind: z.enum(instantEventKinds), atMs: startOf("comment"), ...shared });
  const exclusion = z
    .object({
      kind: z.literal("exclusion"),
      atMs: startOf("exclusion"),
      endMs: textField(nullIfEmpty(time("Enter a date and a time, or leave the field empty."))),
      reason: textField(parseOption(exclusionReasons)),
      ...shared,
    })
    .check(
      z.superRefine(
        ({ atMs, endMs }, { issues }) => {
          const message = eventTimesError({ kind: "exclusion", atMs, endMs }, nowMs());
          if (message !== null) issues.push({ code: "custom", path: ["endMs"], message, input: endMs });
        },
        { when: ({ value }) => hasTimes(value) },
      ),
    );
  return z.discriminatedUnion("kind", [point, exclusion]) as unknown as FormSchema<
    EventDraft,
    CreateEventBody
  >;
}

/** The end is checked as soon as both times are valid, also if other fields are not. */
function hasTimes(value: unknown): boolean {
  const { atMs, endMs } = value as { readonly atMs: unknown; readonly endMs: unknown };
  return typeof atMs === "number" && typeof endMs === "number";
}

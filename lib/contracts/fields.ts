/** Schemas shared by several endpoints. */
import { z } from "zod";
import { timeZoneError } from "@/lib/base/time-zone";
import { nameError } from "@/lib/model/person";
import { limitIds } from "@/lib/model/deployment/limits";
import { absenceReasons } from "@/lib/model/reading";
import { linkedPages } from "@/lib/model/sentence";
import { signalIds } from "@/lib/model/signals/signals";
import { answerExtras, statistics } from "@/lib/model/question";
import { displayUnits, units } from "@/lib/model/units";
import { problemCodes } from "@/lib/model/problem";
import { traceOrders } from "@/lib/model/traces/trace-order";
import { traceApis } from "@/lib/model/traces/trace-reader";

/** Schema of an object without fields. */
export const emptyObject = z.strictObject({});
/** Schema of a slug: lowercase letters, digits and hyphens. */
export const slug = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/, "must be 1 to 80 lowercase letters, digits and hyphens");
/** Schema of a Prometheus label value: any text of limited length that the database can store. */
export const labelValue = z
  .string()
  .min(1)
  .max(256)
  .refine((text) => !text.includes("\0") && text.isWellFormed(), "must not contain null characters");
/** Schema of a label name that PromQL accepts without quotes. */
export const labelName = z
  .string()
  .regex(/^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/, "must be a label name of letters, digits and underscores");
/** Schema of a time: now, relative such as now-6h, or epoch milliseconds. */
export const timeExpression = z
  .string()
  .regex(
    /^(?:now(?:-\d{1,6}[smhdw])?|\d{12,14})$/,
    "must be now, a relative time such as now-6h, or milliseconds since 1970",
  )
  .meta({ id: "TimeExpression" });
/** Schema of a window whose times may be relative. */
export const windowExpression = z.strictObject({ from: timeExpression, to: timeExpression });

/** Schema of a time zone: an IANA name. */
export const timeZone = z.string().superRefine((text, context) => {
  const error = timeZoneError(text);
  if (error !== null) context.addIssue({ code: "custom", message: error });
});

/** Returns the schema of the name of a person, a service account, a team, an API token or a display. */
export function displayName(maxLength: number) {
  return z
    .string()
    .trim()
    .min(1, { abort: true })
    .max(maxLength, { abort: true })
    .superRefine((name, context) => {
      const error = nameError(name);
      if (error !== null) context.addIssue({ code: "custom", message: error });
    });
}

/** Schema of the id of a signal. */
export const signalId = z.enum(signalIds).meta({ id: "SignalId" });
/** Schema of a statistic. */
export const statistic = z.enum(statistics).meta({ id: "Statistic" });
/** Schema of an optional part of an answer. */
export const answerExtra = z.enum(answerExtras);
/** Schema of a canonical unit. */
export const unit = z.enum(units).meta({ id: "Unit" });
const displayUnit = z.enum(displayUnits).meta({ id: "DisplayUnit" });
/** Schema of the reason why a value is absent. */
export const absenceReason = z.enum(absenceReasons).meta({ id: "AbsenceReason" });

/** Schema of all limits of a deployment, in canonical units. */
export const limits = z.record(z.enum(limitIds), z.number()).meta({ id: "Limits" });

/** Schema of a window in epoch milliseconds. */
export const timeWindow = z.object({ startMs: z.number(), endMs: z.number() }).meta({ id: "TimeWindow" });

/**
 * Schema of the time since which targets are down. The outage began at `atMs` or up to `withinMs` later. "at-least": it
 * began before the oldest sample that was read, at least `elapsedMs` ago.
 */
export const downSince = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("since"), atMs: z.number(), withinMs: z.number(), elapsedMs: z.number() }),
    z.object({ kind: z.literal("at-least"), elapsedMs: z.number() }),
  ])
  .meta({ id: "DownSince" });

/** Schema of a value, or the reason why it is absent. */
export const reading = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("present"),
      value: z.number(),
      lower: z.number().exactOptional(),
      upper: z.number().nullable().exactOptional(),
      n: z.number().exactOptional(),
      atMs: z.number(),
      windowMs: z.number(),
    }),
    z.object({
      kind: z.literal("absent"),
      reason: absenceReason,
      detail: z.string(),
      howToEnable: z.string().exactOptional(),
      downSince: downSince.exactOptional(),
      /** The first sample was at `atMs` or up to `withinMs` later. */
      firstSample: z.object({ atMs: z.number(), withinMs: z.number() }).exactOptional(),
    }),
  ])
  .meta({ id: "Reading" });

/** Schema of a sentence with formatted numbers and links. */
export const sentence = z
  .array(
    z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("text"), text: z.string(), emphasis: z.boolean().exactOptional() }),
      z.object({ kind: z.literal("code"), text: z.string() }),
      z.object({ kind: z.literal("down-since"), since: downSince }),
      z.object({
        kind: z.literal("link"),
        text: z.string(),
        target: z.object({
          page: z.enum(linkedPages),
          deployment: z.string(),
          signal: signalId.exactOptional(),
          traceOrder: z.enum(traceOrders).exactOptional(),
          fromMs: z.number().exactOptional(),
        }),
      }),
      z.object({
        kind: z.literal("number"),
        value: z.number(),
        unit,
        displayUnit,
        isLimit: z.boolean().exactOptional(),
        deployment: z.string().exactOptional(),
        signal: signalId.exactOptional(),
        emphasis: z.boolean().exactOptional(),
      }),
    ]),
  )
  .meta({ id: "Sentence" });

/** Schema of an RFC 9457 problem with a code. */
export const problem = z
  .object({
    type: z.string(),
    code: z.enum(problemCodes),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    next: z.string(),
    requestId: z.string(),
    retryAfterMs: z.number().exactOptional(),
    errors: z
      .array(z.object({ pointer: z.string(), detail: z.string() }))
      .readonly()
      .exactOptional(),
  })
  .meta({ id: "Problem" });

/** Schema of a file as the body of a response. The content type is sent unchanged. */
export const fileResponse = z.object({
  bytes: z.instanceof(Uint8Array),
  contentType: z.string(),
  fileName: z.string(),
});

/** Schema of a trace source. Version and API are null until it has responded. */
export const traceSource = z.object({
  slug: z.string(),
  version: z.string().nullable(),
  api: z.enum(traceApis).nullable(),
});

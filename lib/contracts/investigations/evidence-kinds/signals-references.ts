/** References that a chart of signals shows in addition to its values: limits, usual range, baseline, comparison and events. */
import { z } from "zod";
import { baselineContract } from "@/lib/contracts/baselines";
import { limits, signalId, statistic } from "@/lib/contracts/fields";
import { answer, question } from "@/lib/contracts/signals";
import { usualHours } from "@/lib/contracts/ranges/usual-ranges";
import { comparisonPattern } from "@/lib/model/comparison/compared-window";
import { eventKinds, exclusionReasons } from "@/lib/model/event";
import { fixedWindow } from "./fixed-window";

const panel = z.string().regex(/^[a-z0-9-]{1,64}$/, "must be the id of a panel");

/** Maximum number of events that are stored with a chart. */
export const maxStoredEvents = 200;

/** Schema of what the page draws. The server reads it again, like the values. */
export const requestedReferences = z.strictObject({
  /** Statistic whose usual range is drawn; null if none is drawn. */
  usual: z.strictObject({ signal: signalId, statistic }).nullable(),
  baselineId: z.uuid().nullable(),
  /** Window with which the values are compared. The name has the format of the URL parameter. */
  comparison: z
    .strictObject({
      name: z.string().regex(comparisonPattern),
      window: fixedWindow,
      shiftMs: z.number().int().min(1).max(8_640_000_000_000_000),
    })
    .nullable(),
  /** Panels from which a warning about the values is computed. */
  related: z.array(question.pick({ signals: true, statistics: true }).extend({ panel })).max(3),
});

/** Schema of what the server has read of it. A missing part is null, with its reason in `missing`. */
export const storedReferences = z
  .object({
    limits: limits.nullable(),
    usual: z.object({ hours: usualHours, excludedHourCount: z.number().int() }).nullable(),
    baseline: z
      .object({
        id: z.string(),
        name: z.string(),
        /** Age of the baseline when the copy was made. */
        ageMs: z.number(),
        measured: baselineContract.response.shape.measured.unwrap(),
      })
      .nullable(),
    comparison: answer.nullable(),
    events: z
      .array(
        z.object({
          id: z.string(),
          kind: z.enum(eventKinds),
          reason: z.enum(exclusionReasons).nullable(),
          title: z.string(),
          atMs: z.number(),
          endMs: z.number().nullable(),
        }),
      )
      .max(maxStoredEvents),
    related: z.array(z.object({ panel, answer })),
    /** Why parts are missing, as sentences. */
    missing: z.array(z.string()),
  })
  .meta({ id: "StoredReferences" });

/** Endpoint that returns the data which a step collects from the product. */
import { z } from "zod";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { collectionIds } from "@/lib/model/investigation/collection-id";
import { displayUnits } from "@/lib/model/units";
import { defineContract, type ResponseOf } from "../contract";
import { slug, timeWindow, unit } from "../fields";
import { investigationParams, readRules, stepId } from "./request-fields";

const value = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("number"),
    label: z.string(),
    value: z.number(),
    /** Interval of the value, as its endpoint reports it; null if the endpoint reports none. A null bound is unbounded. */
    interval: z.object({ lower: z.number().nullable(), upper: z.number().nullable() }).nullable(),
    /** Number of observations, engine steps or points behind the value; null if the endpoint reports no number. */
    n: z.number().nullable(),
    /** Unit of n: points of the series for a mean over time, time blocks for a gauge of the goal check. Absent for observations. */
    nNoun: z.enum(["points", "time blocks"]).exactOptional(),
    unit,
    displayUnit: z.enum(displayUnits),
  }),
  z.object({ kind: z.literal("missing"), label: z.string(), reason: z.string() }),
  z.object({
    kind: z.literal("text"),
    label: z.string(),
    text: z.string(),
    /** Time of what the text describes; null for a text without a time. */
    atMs: z.number().nullable(),
  }),
]);

const about = {
  /** Id of the item, unique in the response. */
  id: z.string(),
  collection: z.enum(collectionIds),
  title: z.string(),
  /** Null if the investigation has no deployment. */
  deployment: z.object({ slug, title: z.string() }).nullable(),
};

const item = z.discriminatedUnion("state", [
  z.object({
    ...about,
    state: z.literal("collected"),
    asOfMs: z.number(),
    window: timeWindow,
    /** The result in sentences; null if the values are the complete result. */
    summary: z.string().nullable(),
    values: z.array(value).max(100),
    /** Number of further values of the endpoint. */
    omittedCount: z.number().int(),
    /** Set if the source failed, so that the values are the last complete data of the source; otherwise null. */
    stale: z.object({ sinceMs: z.number(), code: z.string(), reason: z.string() }).nullable(),
    /** Page that shows the data, with the window in absolute time. */
    href: z.string(),
    /** Request whose response contains the values. The body is JSON. */
    request: z.object({ method: z.enum(["GET", "POST"]), path: z.string(), body: z.string().nullable() }),
  }),
  /** A later request returns the result. */
  z.object({ ...about, state: z.literal("pending"), elapsedMs: z.number() }),
  /** The reason is one or several sentences. */
  z.object({ ...about, state: z.literal("unavailable"), reason: z.string() }),
]);

/** Reads the data that a step collects from the metrics and traces of the deployments. */
export const collectedDataContract = defineContract({
  ...readRules,
  id: "collected-data",
  path: "/api/v1/investigations/[number]/steps/[step]/collections",
  params: investigationParams.extend({ step: stepId }),
  response: z.object({
    asOfMs: z.number(),
    step: stepId,
    window: timeWindow.extend({
      /** True if the window ends now. */
      isLive: z.boolean(),
      /** Sentences that state which times limit the window. */
      basis: z.string(),
    }),
    /** Items in the order in which the step needs them. If there are many deployments, only the first by title are included. */
    items: z.array(item),
    /** Deployments of the investigation for which no data are collected. */
    omittedDeployments: z.array(z.object({ slug, title: z.string() })),
  }),
});

/** A value that was read for a step of an investigation. */
export type CollectedValue = ReadonlyDeep<z.infer<typeof value>>;
/** One entry of the data that were read for a step of an investigation. */
export type CollectedItem = ReadonlyDeep<z.infer<typeof item>>;
/** Response of `GET /api/v1/investigations/[number]/steps/[step]/collections`. */
export type CollectedDataResponse = ReadonlyDeep<ResponseOf<typeof collectedDataContract>>;

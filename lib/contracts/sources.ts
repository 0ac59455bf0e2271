/** Endpoints of the configured sources: list with health, and check now. */
import { z } from "zod";
import { sourceFailures, sourceKinds } from "@/lib/model/sources/source";
import { defineContract } from "./contract";
import { emptyObject, slug } from "./fields";

const health = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("unknown") }),
  z.object({
    kind: z.literal("up"),
    checkedAtMs: z.number(),
    latencyMs: z.number(),
    version: z.string().nullable(),
    flavour: z.string().nullable(),
  }),
  z.object({
    kind: z.literal("down"),
    checkedAtMs: z.number(),
    sinceMs: z.number(),
    lastUpAtMs: z.number().nullable(),
    failure: z.enum(sourceFailures),
    detail: z.string(),
    version: z.string().nullable(),
  }),
]);

const source = z.object({
  id: z.string(),
  slug,
  kind: z.enum(sourceKinds),
  title: z.string(),
  /** URL of the source, without credentials. */
  url: z.string(),
  managedBy: z.literal("environment"),
  /** Environment variable with the URL. */
  setBy: z.string(),
  health,
  /** Sentence of an operator or launcher about the current state of the source. Null without a note. */
  note: z.string().nullable(),
  /** One sentence that states how to fix a source that is down. Null while it is up. */
  fix: z.string().nullable(),
});

/** Lists sources with their health and version, and the health of the database. */
export const sourcesContract = defineContract({
  id: "sources",
  method: "GET",
  path: "/api/v1/sources",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: emptyObject,
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    sources: z.array(source),
    database: z.object({
      state: z.enum(["up", "down"]),
      detail: z.string().nullable(),
      version: z.string().nullable(),
    }),
    /** Version changes, newest first. */
    events: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(["source-version", "engine-version"]),
        atMs: z.number(),
        title: z.string(),
        source: z.string().nullable(),
        deployment: z.string().nullable(),
        fromValue: z.string().nullable(),
        toValue: z.string().nullable(),
      }),
    ),
  }),
});

/** Checks a source now. */
export const checkSourceContract = defineContract({
  id: "check-source",
  method: "POST",
  path: "/api/v1/sources/[slug]/check",
  // A check needs no idempotency key, because it writes nothing. The key would make the check depend on the database.
  timeLimitMs: 11_000,
  maxBodyBytes: 1_024,
  params: z.strictObject({ slug }),
  query: emptyObject,
  body: emptyObject,
  response: z.object({ asOfMs: z.number(), source }),
});

/** Response of `GET /api/v1/sources`. */
export type SourcesResponse = z.infer<typeof sourcesContract.response>;
/** Source with its state. */
export type SourceRow = z.infer<typeof source>;

/**
 * Schemas of what Prometheus and compatible products send in addition to samples: tolerant of unknown fields, strict
 * on fields that are used.
 */
import { z } from "zod";

const sentences = z
  .array(z.string())
  .nullish()
  .transform((list) => list ?? []);

/** Schema of a query response without labels and samples. */
export const envelopeSchema = z.object({
  status: z.enum(["success", "error"]),
  resultType: z.string().optional(),
  /** Type of the error: a word in Prometheus, a status number in VictoriaMetrics. */
  errorType: z.coerce.string().optional(),
  error: z.string().optional(),
  warnings: sentences,
  infos: sentences,
  /** True if the data are incomplete. VictoriaMetrics sets it if a storage node did not respond. */
  isPartial: z.boolean().optional(),
});
/** A query response without labels and samples. */
export type ResponseEnvelope = z.output<typeof envelopeSchema>;

/** Schema of a response of `/api/v1/status/buildinfo`. */
export const buildInfoSchema = z.object({
  status: z.literal("success"),
  data: z.object({
    version: z.string().optional(),
    revision: z.string().optional(),
    goVersion: z.string().optional(),
    application: z.string().optional(),
  }),
});
/** Parsed response of Prometheus' build information endpoint. */
export type BuildInfoResponse = z.output<typeof buildInfoSchema>;

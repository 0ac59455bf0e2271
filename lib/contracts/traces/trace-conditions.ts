/**
 * Query parameters that select traces, shared by all trace endpoints, and suggestions for names that no trace has.
 */
import { z } from "zod";

const milliseconds = z.coerce.number().int().min(0).max(86_400_000);

/** Query parameters that select traces. */
export const traceConditions = {
  /** A trace service of the deployment; the first one by default. */
  service: z.string().min(1).max(256).optional(),
  /** Exact name of a span of the service. */
  operation: z.string().min(1).max(500).optional(),
  minMs: milliseconds.optional(),
  maxMs: milliseconds.optional(),
  /** Selects traces with at least one span in error. */
  errors: z.literal("true").optional(),
  /** Condition on an attribute of a span or its resource: `name=value`, `name>number` or `name<=number`. */
  attribute: z
    .string()
    .max(600)
    .regex(/^[^=<>]{1,256}(?:=|>|<=)/, "must be name=value, name>number or name<=number")
    .optional(),
} as const;

/** Fields with suggestions for a requested name that no trace has. */
export const similarNames = {
  nearAttributes: z.array(z.string()).max(3),
  nearOperations: z.array(z.string()).max(3),
  /** Similar operations in other services of the deployment. */
  operationsElsewhere: z
    .array(z.object({ service: z.string(), operation: z.string() }))
    .max(3)
    .optional(),
} as const;

/** Which traces a door reads, the same words wherever many are asked for; and what may have been meant where none meets them. */
import { z } from "zod";

const milliseconds = z.coerce.number().int().min(0).max(86_400_000);

export const traceConditions = {
  /** One of the deployment's; the first that a request passes where none is named. */
  service: z.string().min(1).max(256).optional(),
  /** A span of the service has this name. */
  operation: z.string().min(1).max(500).optional(),
  minMs: milliseconds.optional(),
  maxMs: milliseconds.optional(),
  /** Only traces with a span that ended in error. */
  errors: z.literal("true").optional(),
  /** `name=value`, `name>number` or `name<=number`: a span or its resource has it. */
  attribute: z
    .string()
    .max(600)
    .regex(/^[^=<>]{1,256}(?:=|>|<=)/, "must be name=value, name>number or name<=number")
    .optional(),
} as const;

/** What is named like what was asked for, where no trace looked at has that. */
export const nearNames = {
  nearAttributes: z.array(z.string()).max(3),
  nearOperations: z.array(z.string()).max(3),
  /** Of the deployment's other services, where the one asked for has no such operation. */
  operationsElsewhere: z
    .array(z.object({ service: z.string(), operation: z.string() }))
    .max(3)
    .optional(),
} as const;

/** Conditions that select the traces of stored evidence. They have the names of the query parameters of the endpoints. */
import { z } from "zod";
import { traceConditions } from "@/lib/contracts/traces/trace-conditions";

const { service, operation, errors, attribute } = traceConditions;
const durationMs = z.number().int().min(0).max(86_400_000);

/** Fields with the conditions that select requests, for evidence. Null for a condition that is not set. */
export const storedConditions = {
  service: service.unwrap().nullable(),
  operation: operation.unwrap().nullable(),
  minMs: durationMs.nullable(),
  maxMs: durationMs.nullable(),
  errors: errors.unwrap().nullable(),
  attribute: attribute.unwrap().nullable(),
} as const;

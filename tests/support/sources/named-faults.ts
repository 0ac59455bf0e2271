/**
 * The faults of a source by their name, each as it appears in practice: slow, hanging, trickling, unreachable, failing, refusing,
 * partial and damaged responses, values without a number, too many series, and rejected credentials.
 */
import type { Fault } from "./faults";

export interface NamedFault {
  /** Row of the fault matrix. */
  readonly id: "R1" | "R2" | "R3" | "R4" | "R5" | "R6" | "R7" | "R8" | "R9" | "R17" | "R18";
  readonly name: string;
  readonly fault: Fault;
}

const tooManySamples =
  '{"status":"error","errorType":"execution","error":"query would load too many samples"}';

export const namedFaults: readonly NamedFault[] = [
  { id: "R1", name: "slow", fault: { kind: "latency", ms: 8_000 } },
  { id: "R2", name: "hanging", fault: { kind: "hang" } },
  { id: "R2", name: "trickling", fault: { kind: "bandwidth", bytesPerSecond: 50 } },
  { id: "R3", name: "down", fault: { kind: "down" } },
  { id: "R3", name: "cutting connections", fault: { kind: "reset" } },
  { id: "R4", name: "failing with 500", fault: { kind: "status", status: 500 } },
  { id: "R4", name: "not ready", fault: { kind: "status", status: 503, retryAfterSeconds: 1 } },
  { id: "R4", name: "limiting requests", fault: { kind: "status", status: 429, retryAfterSeconds: 1 } },
  { id: "R5", name: "refusing queries", fault: { kind: "status", status: 422, body: tooManySamples } },
  { id: "R6", name: "partial", fault: { kind: "warnings", warnings: ["a store did not answer"] } },
  { id: "R7", name: "failing with data", fault: { kind: "error-with-data", error: "chunk is corrupted" } },
  { id: "R8", name: "sending half a document", fault: { kind: "half-json", keepRatio: 0.5 } },
  { id: "R8", name: "cutting responses", fault: { kind: "truncate", keepRatio: 0.5 } },
  { id: "R8", name: "announcing a wrong length", fault: { kind: "wrong-length" } },
  { id: "R8", name: "behind a login page", fault: { kind: "html" } },
  { id: "R8", name: "sending damaged gzip", fault: { kind: "garbled-gzip" } },
  { id: "R9", name: "without numbers", fault: { kind: "values", value: "NaN" } },
  { id: "R17", name: "returning 20,000 series", fault: { kind: "many-series", count: 20_000 } },
  { id: "R18", name: "rejecting the credentials", fault: { kind: "status", status: 401 } },
];

/** Returns the named fault. Throws for an unknown name. */
export function findNamedFault(name: string): Fault {
  const found = namedFaults.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no fault "${name}"`);
  return found.fault;
}

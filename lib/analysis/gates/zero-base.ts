/**
 * Bases of regressions from 0, which have no relative change. A limit of 10 % then allows a tenth of the base: 0.1
 * percentage points of a share, one event per minute, 0.1 waiting requests.
 */
import type { Unit } from "@/lib/model/units";

const zeroBases: { readonly [One in Unit]?: number } = {
  ratio: 0.01,
  seconds: 0.001,
  requests: 1,
  connections: 1,
  cores: 0.1,
  tokens: 1,
  watts: 1,
  celsius: 1,
  "requests-per-second": 0.1,
  "tokens-per-second": 1,
  "events-per-second": 10 / 60,
  bytes: 1_048_576,
  "bytes-per-second": 1_000_000,
};

/** Returns the base of a value that was 0, in its unit; undefined for a unit without a usual size. */
export function findZeroBase(unit: Unit): number | undefined {
  return zeroBases[unit];
}

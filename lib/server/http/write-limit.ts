/**
 * Limits the writes of each client on the network. Programs on this machine have no limit. This process counts first, so
 * that a flood of requests does not reach the database. The database then counts for all processes.
 */
import { isIPv6 } from "node:net";
import { LRUCache } from "lru-cache";
import { AppError } from "@/lib/model/app-error";
import { isLoopback } from "@/lib/server/environment/listen-address";
import { getProcessState } from "@/lib/server/process-state";
import { readClientAddress } from "./client-address";
import type { ReadableHeaders } from "./request-guard";
import { consumeSharedRateLimit, type RequestLimit } from "./shared-rate-limit";

const writes: RequestLimit = { kind: "write", burstCount: 120, refillMs: 500 };
/** Maximum number of clients in memory. The clients that were inactive for the longest time are removed first. */
const maxClients = 10_000;

interface Allowance {
  readonly writeCount: number;
  readonly atMs: number;
}

const allowances = (): LRUCache<string, Allowance> =>
  getProcessState("write-allowances", () => new LRUCache<string, Allowance>({ max: maxClients }));

/** Counts one write of the client in this process. Throws rate-limited when the client exceeds its limit. */
export function countWriteInThisProcess(headers: ReadableHeaders, monotonicMs = performance.now()): void {
  const client = readLimitedClient(headers);
  if (client === null) return;
  const { burstCount, refillMs } = writes;
  const known = allowances().get(client) ?? { writeCount: burstCount, atMs: monotonicMs };
  const refilled = Math.min(burstCount, known.writeCount + (monotonicMs - known.atMs) / refillMs);
  if (refilled < 1) throw createLimitError(Math.ceil((1 - refilled) * refillMs));
  allowances().set(client, { writeCount: refilled - 1, atMs: monotonicMs });
}

/**
 * Counts one write of the client in all processes. Throws rate-limited when the client exceeds its limit,
 * and database-unavailable.
 */
export async function countWriteInAllProcesses(headers: ReadableHeaders): Promise<void> {
  const client = readLimitedClient(headers);
  if (client === null) return;
  const waitMs = await consumeSharedRateLimit(writes, client);
  if (waitMs > 0) throw createLimitError(waitMs);
}

function createLimitError(retryAfterMs: number): AppError {
  return new AppError("rate-limited", "this address sent too many changes", { retryAfterMs });
}

/**
 * Returns the name under which the requests of a network address are counted, for rate limits that also apply
 * to this machine.
 */
export function toRateLimitClientKey(address: string | null): string {
  return clientOf((address ?? "unknown").replace(/^::ffff:/i, ""));
}

/** Returns the client of a request, or null if it has no limit. */
function readLimitedClient(headers: ReadableHeaders): string | null {
  const address = readClientAddress(headers)?.replace(/^::ffff:/i, "");
  return address === undefined || isLoopback(address) ? null : clientOf(address);
}

/** Returns an IPv4 address, or the first 64 bits of an IPv6 address, because one client usually has all addresses with these bits. */
function clientOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const first = head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeroCount = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array<string>(zeroCount).fill("0"), ...last].slice(0, 4).join(":");
}

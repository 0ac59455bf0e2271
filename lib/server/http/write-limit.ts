/**
 * Limits the writes of each client on the network, because it needs no sign-in where the operator allows connections
 * from other machines. Programs on this machine have no limit.
 */
import { isIPv6 } from "node:net";
import { LRUCache } from "lru-cache";
import { AppError } from "@/lib/model/app-error";
import { isLoopback } from "@/lib/server/environment/listen-address";
import { getProcessMemory } from "@/lib/server/memory";
import { readClientAddress } from "./client-address";
import type { ReadableHeaders } from "./request-guard";

/** Writes that a client may send at once. Afterwards it may send one per `refillMs`. */
const burstCount = 120;
const refillMs = 500;
/** The least recent clients are forgotten first. */
const maxClients = 10_000;

interface Allowance {
  readonly writeCount: number;
  readonly atMs: number;
}

const allowances = (): LRUCache<string, Allowance> =>
  getProcessMemory("write-allowances", () => new LRUCache<string, Allowance>({ max: maxClients }));

/** Counts one write of the client. Throws rate-limited when it has no writes left. */
export function assertMayWrite(headers: ReadableHeaders, monotonicMs = performance.now()): void {
  const address = readClientAddress(headers)?.replace(/^::ffff:/i, "");
  if (address === undefined || isLoopback(address)) return;
  const client = clientOf(address);
  const known = allowances().get(client) ?? { writeCount: burstCount, atMs: monotonicMs };
  const refilled = Math.min(burstCount, known.writeCount + (monotonicMs - known.atMs) / refillMs);
  if (refilled < 1) {
    const retryAfterMs = Math.ceil((1 - refilled) * refillMs);
    throw new AppError("rate-limited", "this address sent too many changes", { retryAfterMs });
  }
  allowances().set(client, { writeCount: refilled - 1, atMs: monotonicMs });
}

/** Returns an IPv4 address, or the first 64 bits of an IPv6 address, because one client usually has all of these. */
function clientOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const first = head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeroCount = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array<string>(zeroCount).fill("0"), ...last].slice(0, 4).join(":");
}

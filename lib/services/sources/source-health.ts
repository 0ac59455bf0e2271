/**
 * Computes the current health of a source from the circuit breaker of live traffic, the last check, and a hang. An open
 * breaker decides. Otherwise the newer of the last successful query and the check decides, and then a hang that began
 * after them. Recovery is visible without waiting for a job.
 */
import type { ProblemCode } from "@/lib/model/problem";
import type { SourceFailure, SourceHealth } from "@/lib/model/sources/source";
import { findBreakerState, findHang } from "@/lib/server/upstream/upstream";
import type { BreakerState } from "@/lib/server/upstream/breaker";
import type { SourceHang } from "@/lib/server/upstream/hang-watch";
import { nowMs } from "@/lib/server/clock";
import { getSourceState, type SourceState } from "./source-state";

/** A shorter hang is not reported, because a loaded source may respond late. */
const shortestHangMs = 2_500;

/** Returns the health of the source `sourceSlug` without querying it. */
export function getSourceHealth(sourceSlug: string): SourceHealth {
  return combineHealth(
    getSourceState(sourceSlug),
    findBreakerState(sourceSlug),
    nowMs(),
    findHang(sourceSlug),
  );
}

/** Combines the breaker state with the last check and the hang. Pure part of `getSourceHealth`. */
export function combineHealth(
  state: Readonly<SourceState>,
  breaker: BreakerState | undefined,
  atMs: number,
  hang: SourceHang | null = null,
): SourceHealth {
  const { lastCheck, version, flavour } = state;
  if (breaker?.kind === "open") {
    return {
      kind: "down",
      checkedAtMs: atMs,
      sinceMs: Math.min(breaker.sinceMs, state.downSinceMs ?? breaker.sinceMs),
      lastUpAtMs: findLatest(breaker.lastGoodAtMs, state.lastUpAtMs),
      code: breaker.error.code,
      failure: toSourceFailure(breaker.error.code),
      detail: breaker.error.detail,
      version,
    };
  }
  const lastGoodAtMs = breaker?.lastGoodAtMs ?? null;
  if (lastCheck?.kind === "down" && lastCheck.atMs >= (lastGoodAtMs ?? 0)) {
    return {
      kind: "down",
      checkedAtMs: lastCheck.atMs,
      sinceMs: state.downSinceMs ?? lastCheck.atMs,
      lastUpAtMs: findLatest(lastGoodAtMs, state.lastUpAtMs),
      code: lastCheck.error.code,
      failure: toSourceFailure(lastCheck.error.code),
      detail: lastCheck.error.message,
      version,
    };
  }
  const lastUpAtMs = findLatest(lastGoodAtMs, state.lastUpAtMs);
  if (hang !== null && hang.durationMs >= shortestHangMs && (lastUpAtMs ?? 0) <= hang.sinceMs) {
    return {
      kind: "down",
      checkedAtMs: atMs,
      sinceMs: hang.sinceMs,
      lastUpAtMs,
      code: "source-slow",
      failure: toSourceFailure("source-slow"),
      detail: `no response for ${Math.floor(hang.durationMs / 1_000)} s`,
      version,
    };
  }
  if (lastCheck === undefined) return { kind: "unknown" };
  const checkedAtMs = lastUpAtMs ?? lastCheck.atMs;
  const latencyMs = lastCheck.kind === "up" ? lastCheck.latencyMs : 0;
  return { kind: "up", checkedAtMs, latencyMs, version, flavour };
}

function findLatest(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return Math.max(left, right);
}

const failures: Partial<Record<ProblemCode, SourceFailure>> = {
  "source-unreachable": "unreachable",
  "source-untrusted": "untrusted",
  "source-slow": "slow",
  timeout: "slow",
  "source-auth-failed": "auth-failed",
  "source-rate-limited": "rate-limited",
  "source-not-ready": "not-ready",
  "source-bad-answer": "bad-answer",
  "query-refused": "refused",
  "not-found": "bad-answer",
  "too-large": "too-large",
  "query-too-large": "too-large",
};

/** Returns the failure that is displayed as the health of a source for a problem code. */
export function toSourceFailure(code: ProblemCode): SourceFailure {
  return failures[code] ?? "server-error";
}

interface SourceNames {
  readonly title: string;
  readonly setBy: string;
}

/** Returns one sentence for the operator: how to fix a source that is down. */
export function describeSourceFix({ title, setBy }: SourceNames, failure: SourceFailure): string {
  const prefix = setBy.replace(/_URL$/, "");
  switch (failure) {
    case "unreachable": {
      return `Start ${title}, or correct ${setBy} and restart Ridgepoint.`;
    }
    case "untrusted": {
      return `Set ${prefix}_CA_FILE to a PEM file with the CA that signed the certificate of ${title}, and restart Ridgepoint.`;
    }
    case "slow": {
      return `Check the load of ${title}. Ridgepoint retries every 1.5 s.`;
    }
    case "auth-failed": {
      return `Correct ${prefix}_BEARER_TOKEN, ${prefix}_USERNAME and ${prefix}_PASSWORD, or a tenant header in ${prefix}_HEADERS, and restart Ridgepoint. If you changed ${title}, choose Try again.`;
    }
    case "rate-limited": {
      return `Raise the rate limit of ${title} for Ridgepoint. Ridgepoint retries when the limit allows it.`;
    }
    case "not-ready": {
      return `Wait until ${title} has started. Ridgepoint retries every 1.5 s.`;
    }
    case "refused":
    case "bad-answer": {
      return `Check that ${setBy} is the URL of the ${title} API and not of a sign-in page or a different server.`;
    }
    case "server-error": {
      return `Check the log of ${title}. Ridgepoint retries every 1.5 s.`;
    }
    case "too-large": {
      return `Query less data, or raise the limits of ${title}.`;
    }
  }
}

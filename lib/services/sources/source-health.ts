/**
 * How a source is doing now, from two witnesses: the breaker around all live traffic, and the last check. The breaker's
 * word counts while it is open; otherwise the newer of its last good answer and the check does. No job has to run for
 * recovery to show.
 */
import type { ProblemCode } from "@/lib/model/problem";
import type { SourceFailure, SourceHealth } from "@/lib/model/source";
import { breakerState } from "@/lib/server/upstream/upstream";
import type { BreakerState } from "@/lib/server/upstream/breaker";
import { nowMs } from "@/lib/server/clock";
import { sourceState, type SourceState } from "./source-state";

/** The health of the source `slug`, without asking it. */
export function healthOf(slug: string): SourceHealth {
  return combineHealth(sourceState(slug), breakerState(slug), nowMs());
}

/** `healthOf` as data to data. */
export function combineHealth(
  state: Readonly<SourceState>,
  breaker: BreakerState | undefined,
  atMs: number,
): SourceHealth {
  const { lastCheck, version, flavour } = state;
  if (breaker?.kind === "open") {
    return {
      kind: "down",
      checkedAtMs: atMs,
      sinceMs: Math.min(breaker.sinceMs, state.downSinceMs ?? breaker.sinceMs),
      lastUpAtMs: latest(breaker.lastGoodAtMs, state.lastUpAtMs),
      failure: failureFor(breaker.error.code),
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
      lastUpAtMs: latest(lastGoodAtMs, state.lastUpAtMs),
      failure: failureFor(lastCheck.error.code),
      detail: lastCheck.error.message,
      version,
    };
  }
  if (lastCheck === undefined) return { kind: "unknown" };
  const checkedAtMs = latest(lastGoodAtMs, state.lastUpAtMs) ?? lastCheck.atMs;
  const latencyMs = lastCheck.kind === "up" ? lastCheck.latencyMs : 0;
  return { kind: "up", checkedAtMs, latencyMs, version, flavour };
}

function latest(left: number | null, right: number | null): number | null {
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

export function failureFor(code: ProblemCode): SourceFailure {
  return failures[code] ?? "server-error";
}

interface SourceNames {
  readonly title: string;
  readonly setBy: string;
}

/** What the person can do about a source that is down, in one sentence. */
export function fixFor({ title, setBy }: SourceNames, failure: SourceFailure): string {
  const prefix = setBy.replace(/_URL$/, "");
  switch (failure) {
    case "unreachable": {
      return `Start ${title}, or correct ${setBy} and start Ridgepoint again.`;
    }
    case "untrusted": {
      return `Name a PEM file with the authority that signed the certificate of ${title} in ${prefix}_CA_FILE and start Ridgepoint again.`;
    }
    case "slow": {
      return `Look at the load of ${title}; it is asked again every 1.5 s.`;
    }
    case "auth-failed": {
      return `Correct ${prefix}_BEARER_TOKEN, or ${prefix}_USERNAME and ${prefix}_PASSWORD, or a tenant header in ${prefix}_HEADERS, and start Ridgepoint again; if ${title} was changed, choose Try again.`;
    }
    case "rate-limited": {
      return `Raise the limit of ${title} for Ridgepoint; it is asked again when the limit allows.`;
    }
    case "not-ready": {
      return `Wait until ${title} has started; it is asked again every 1.5 s.`;
    }
    case "refused":
    case "bad-answer": {
      return `Check that ${setBy} leads to the API of ${title} itself and not to a sign-in page or another program.`;
    }
    case "server-error": {
      return `Look at the log of ${title}; it is asked again every 1.5 s.`;
    }
    case "too-large": {
      return `Ask for less at once, or raise the limits of ${title}.`;
    }
  }
}

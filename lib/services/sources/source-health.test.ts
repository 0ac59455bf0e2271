import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/model/app-error";
import { sourceFailures } from "@/lib/model/sources/source";
import type { BreakerState } from "@/lib/server/upstream/breaker";
import { combineHealth, toSourceFailure, describeSourceFix } from "./source-health";
import { createSourceState, type SourceState } from "./source-state";
import { isCheckDue } from "../installation/watch-sources";

const fresh = createSourceState("1");
const checkedUp: SourceState = {
  ...fresh,
  version: "3.1.0",
  flavour: "prometheus",
  lastUpAtMs: 100,
  lastCheck: { kind: "up", atMs: 100, latencyMs: 7, version: "3.1.0", flavour: "prometheus" },
};
const refused = new AppError("source-unreachable", "refused");
const checkedDown: SourceState = {
  ...checkedUp,
  lastCheck: { kind: "down", atMs: 300, error: refused },
  downSinceMs: 200,
};
const failure = { code: "source-auth-failed", detail: "the credentials were rejected (401)" } as const;
const open: BreakerState = { kind: "open", sinceMs: 250, error: failure, lastGoodAtMs: 240 };
const closed = (lastGoodAtMs: number | null): BreakerState => ({ kind: "closed", lastGoodAtMs });

describe("source health", () => {
  test("is unknown before the first check", () => {
    expect(combineHealth(fresh, undefined, 400)).toEqual({ kind: "unknown" });
  });

  test("is up with version and latency after a successful check", () => {
    expect(combineHealth(checkedUp, closed(150), 400)).toEqual({
      kind: "up",
      checkedAtMs: 150,
      latencyMs: 7,
      version: "3.1.0",
      flavour: "prometheus",
    });
  });

  test("is down while the circuit breaker is open, regardless of the last check", () => {
    expect(combineHealth(checkedUp, open, 400)).toMatchObject({
      kind: "down",
      sinceMs: 250,
      lastUpAtMs: 240,
      failure: "auth-failed",
      detail: failure.detail,
      version: "3.1.0",
    });
  });

  test("is down since the first failed check", () => {
    expect(combineHealth(checkedDown, closed(150), 400)).toMatchObject({
      kind: "down",
      sinceMs: 200,
      lastUpAtMs: 150,
      code: "source-unreachable",
      failure: "unreachable",
    });
  });

  test("is up as soon as a live query succeeds, before the next check", () => {
    expect(combineHealth(checkedDown, closed(301), 400)).toMatchObject({
      kind: "up",
      checkedAtMs: 301,
      version: "3.1.0",
    });
  });
});

test.each(sourceFailures)("gives a fix in one sentence for a source that is down: %s", (failure) => {
  expect(describeSourceFix({ title: "Prometheus", setBy: "PROMETHEUS_URL" }, failure)).toMatch(/^[A-Z].*\.$/);
});

test("names the variables to correct for rejected credentials, including the tenant header", () => {
  const fix = describeSourceFix({ title: "Jaeger", setBy: "JAEGER_URL" }, "auth-failed");
  expect(fix).toContain("JAEGER_BEARER_TOKEN");
  expect(fix).toContain("JAEGER_HEADERS");
});

test("names the CA file variable for an untrusted certificate", () => {
  const failure = toSourceFailure("source-untrusted");
  expect(describeSourceFix({ title: "Prometheus", setBy: "PROMETHEUS_URL" }, failure)).toContain(
    "PROMETHEUS_CA_FILE",
  );
});

describe("schedule of checks", () => {
  const at = (atMs: number): number => 1_000_000 + atMs;
  const up = { kind: "up", atMs: at(0), latencyMs: 1, version: null, flavour: null } as const;
  const down = { kind: "down", atMs: at(0), error: refused } as const;
  const auth = { kind: "down", atMs: at(0), error: new AppError("source-auth-failed", "401") } as const;

  test.each([
    ["never checked", undefined, undefined, 0, true],
    ["healthy for 14 s", up, undefined, 14_000, false],
    ["healthy for 15 s", up, undefined, 15_000, true],
    ["ill", down, undefined, 1_200, true],
    ["credentials rejected a moment ago", auth, undefined, 59_000, false],
    ["credentials rejected a minute ago", auth, undefined, 60_000, true],
    ["failed, breaker open", down, open, 60_000, false],
    ["failed, breaker half-open", down, { ...open, kind: "half-open" } as const, 1_200, true],
  ] as const)("for a source: %s", (_name, lastCheck, breaker, agoMs, isDue) => {
    expect(isCheckDue(lastCheck, breaker, at(agoMs))).toBe(isDue);
  });
});

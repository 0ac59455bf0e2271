import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/model/app-error";
import { sourceFailures } from "@/lib/model/source";
import type { BreakerState } from "@/lib/server/upstream/breaker";
import { combineHealth, fixFor } from "./source-health";
import type { SourceState } from "./source-state";
import { nextCheckInMs } from "./watch-sources";

const fresh: SourceState = {
  id: "1",
  version: null,
  flavour: null,
  lastCheck: undefined,
  lastUpAtMs: null,
  downSinceMs: null,
};
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
const trouble = { code: "source-auth-failed", detail: "the credentials are refused (401)" } as const;
const open: BreakerState = { kind: "open", sinceMs: 250, trouble, lastGoodAtMs: 240 };
const closed = (lastGoodAtMs: number | null): BreakerState => ({ kind: "closed", lastGoodAtMs });

describe("health", () => {
  test("is unknown before anyone asked", () => {
    expect(combineHealth(fresh, undefined, 400)).toEqual({ kind: "unknown" });
  });

  test("is up with version and latency after a good check", () => {
    expect(combineHealth(checkedUp, closed(150), 400)).toEqual({
      kind: "up",
      checkedAtMs: 150,
      latencyMs: 7,
      version: "3.1.0",
      flavour: "prometheus",
    });
  });

  test("is down while the breaker is open, whatever the last check said", () => {
    expect(combineHealth(checkedUp, open, 400)).toMatchObject({
      kind: "down",
      sinceMs: 250,
      lastUpAtMs: 240,
      failure: "auth-failed",
      detail: trouble.detail,
      version: "3.1.0",
    });
  });

  test("is down after a failed check, since the first of them", () => {
    expect(combineHealth(checkedDown, closed(150), 400)).toMatchObject({
      kind: "down",
      sinceMs: 200,
      lastUpAtMs: 150,
      failure: "unreachable",
    });
  });

  test("is up again as soon as live traffic succeeds, before the next check", () => {
    expect(combineHealth(checkedDown, closed(301), 400)).toMatchObject({
      kind: "up",
      checkedAtMs: 301,
      version: "3.1.0",
    });
  });
});

test.each(sourceFailures)("a source that is down by %s has a fix in one sentence", (failure) => {
  expect(fixFor({ title: "Prometheus", setBy: "PROMETHEUS_URL" }, failure)).toMatch(/^[A-Z].*\.$/);
});

test("refused credentials name their variables", () => {
  expect(fixFor({ title: "Jaeger", setBy: "JAEGER_URL" }, "auth-failed")).toContain("JAEGER_BEARER_TOKEN");
});

test("a well source is looked at every 15 s, an ill one every 1.5 s ± 20 %, refused credentials every minute", () => {
  const up = { kind: "up", atMs: 0, latencyMs: 1, version: null, flavour: null } as const;
  const down = { kind: "down", atMs: 0, error: refused } as const;
  const auth = { kind: "down", atMs: 0, error: new AppError("source-auth-failed", "401") } as const;
  expect(nextCheckInMs(up, () => 0.5)).toBe(15_000);
  expect(nextCheckInMs(down, () => 0)).toBe(1_200);
  expect(nextCheckInMs(down, () => 0.999_999)).toBeCloseTo(1_800, 0);
  expect(nextCheckInMs(auth, () => 0)).toBe(60_000);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/model/app-error";
import { createBreaker, type BreakerState } from "./breaker";
import { createFakeClock } from "./fixtures";

const unreachable = new AppError("source-unreachable", "it is gone");

function stage(random: () => number = () => 0.5) {
  const time = createFakeClock();
  const probes: number[] = [];
  const changes: BreakerState["kind"][] = [];
  const answer = { error: unreachable as AppError | undefined, hangs: false };
  const breaker = createBreaker({
    clock: time,
    random,
    onChange: ({ kind }) => changes.push(kind),
    probe: () => {
      probes.push(time.monotonicMs());
      return answer.hangs ? new Promise(() => undefined) : Promise.resolve(answer.error);
    },
  });
  const fail = (times: number, error = unreachable): void => {
    for (let count = 0; count < times; count += 1) breaker.admit().reportFailure(error);
  };
  return { time, probes, changes, answer, breaker, fail };
}

describe("opening", () => {
  test("opens after five consecutive failures, not after four", () => {
    const { breaker, fail } = stage();
    fail(4);
    expect(breaker.getState().kind).toBe("closed");
    fail(1);
    expect(breaker.getState()).toMatchObject({
      kind: "open",
      error: { code: "source-unreachable", detail: "it is gone" },
    });
    expect(() => breaker.admit()).toThrow("it is gone");
  });

  test("opens when half of the last twenty failed, not below", () => {
    const { breaker, fail } = stage();
    // Nine of twenty fail, never two in a row, and the last two succeed.
    for (let index = 0; index < 20; index += 1) {
      if (index % 2 === 1 && index < 18) fail(1);
      else breaker.admit().reportSuccess();
    }
    expect(breaker.getState().kind).toBe("closed");
    fail(1);
    expect(breaker.getState().kind).toBe("open");
  });

  test("opens at once for refused credentials, and probes once a minute", async () => {
    const { time, probes, answer, breaker, fail } = stage();
    answer.error = new AppError("source-auth-failed", "no");
    fail(1, answer.error);
    await time.advance(59_999);
    expect(probes).toEqual([]);
    await time.advance(180_001);
    expect(probes).toEqual([60_000, 120_000, 180_000, 240_000]);
    expect(breaker.getState().kind).toBe("open");
  });

  test("respects a pause that the source requests, up to one minute", async () => {
    const { time, probes, fail } = stage();
    fail(1, new AppError("source-rate-limited", "slow down", { retryAfterMs: 20_000 }));
    await time.advance(19_999);
    expect(probes).toEqual([]);
    await time.advance(1);
    expect(probes).toHaveLength(1);
    const patient = stage();
    patient.fail(1, new AppError("source-not-ready", "tomorrow", { retryAfterMs: 86_400_000 }));
    await patient.time.advance(59_999);
    expect(patient.probes).toEqual([]);
    await patient.time.advance(1);
    expect(patient.probes).toHaveLength(1);
  });

  test("keeps the usual pause when the source requests none", async () => {
    const { time, probes, fail } = stage();
    fail(1, new AppError("source-not-ready", "now", { retryAfterMs: 0 }));
    await time.advance(1_499);
    expect(probes).toEqual([]);
    await time.advance(1);
    expect(probes).toHaveLength(1);
  });

  test("lets the next read through at once when an operator tries again during a pause", async () => {
    const { breaker, fail } = stage();
    fail(1, new AppError("source-rate-limited", "slow down", { retryAfterMs: 60_000 }));
    expect(() => breaker.admit()).toThrow("slow down");
    breaker.retryNow();
    expect(() => breaker.admit()).not.toThrow();
  });
});

describe("recovery", () => {
  test("probes every 1.5 s ± 20 %", async () => {
    for (const [random, everyMs] of [
      [0, 1_200],
      [0.5, 1_500],
      [1, 1_800],
    ] as const) {
      const { time, probes, fail } = stage(() => random);
      fail(5);
      await time.advance(everyMs * 3);
      expect(probes).toEqual([everyMs, 2 * everyMs, 3 * everyMs]);
    }
  });

  test("a good probe admits reads, and the first read decides", async () => {
    const { time, changes, answer, breaker, fail } = stage();
    fail(5);
    answer.error = undefined;
    await time.advance(1_500);
    expect(breaker.getState().kind).toBe("half-open");
    breaker.admit().reportFailure(unreachable);
    expect(breaker.getState().kind).toBe("open");
    await time.advance(1_500);
    breaker.admit().reportSuccess();
    expect(breaker.getState()).toEqual({ kind: "closed", lastGoodAtMs: time.nowMs() });
    expect(changes).toEqual(["open", "half-open", "open", "half-open", "closed"]);
  });

  test("a probe that hangs does not delay the next ones", async () => {
    const { time, probes, answer, breaker, fail } = stage();
    answer.hangs = true;
    fail(5);
    await time.advance(3_000);
    answer.hangs = false;
    answer.error = undefined;
    await time.advance(1_500);
    expect(probes).toHaveLength(3);
    expect(breaker.getState().kind).toBe("half-open");
  });

  test("retryNow admits the next read at once", () => {
    const { breaker, fail } = stage();
    fail(1, new AppError("source-auth-failed", "no"));
    breaker.retryNow();
    breaker.admit().reportSuccess();
    expect(breaker.getState().kind).toBe("closed");
  });

  test("the time of opening survives failed attempts", async () => {
    const { time, answer, breaker, fail } = stage();
    const sinceMs = time.nowMs();
    fail(5);
    answer.error = new AppError("source-not-ready", "starting");
    await time.advance(1_500);
    expect(breaker.getState()).toMatchObject({ sinceMs, error: { code: "source-not-ready" } });
  });

  test("reads that started before it opened change nothing when they end", () => {
    const { breaker, fail } = stage();
    const early = breaker.admit();
    fail(5);
    early.reportSuccess();
    expect(breaker.getState().kind).toBe("open");
    breaker.retryNow();
    early.reportFailure(unreachable);
    expect(breaker.getState().kind).toBe("half-open");
  });

  test("reads that hung until their limit do not open it after a later success", async () => {
    const { time, breaker } = stage();
    const hung = Array.from({ length: 12 }, () => breaker.admit());
    await time.advance(9_000);
    const later = breaker.admit();
    await time.advance(100);
    later.reportSuccess();
    await time.advance(900);
    for (const read of hung) read.reportFailure(unreachable);
    expect(breaker.getState().kind).toBe("closed");
    // Later reads count as usual, and so does a requested pause.
    const since = Array.from({ length: 5 }, () => breaker.admit());
    for (const read of since) read.reportFailure(unreachable);
    expect(breaker.getState().kind).toBe("open");
  });

  test("ends reads that hang since before the recovery, and no later ones", async () => {
    const { time, answer, breaker, fail } = stage();
    const slow = new AppError("source-slow", "did not respond within 10 s");
    const hanging = breaker.admit().signal;
    fail(5, slow);
    answer.error = undefined;
    expect(hanging.aborted).toBe(false);
    await time.advance(1_500);
    expect(hanging.reason).toMatchObject({ code: "source-slow", message: "did not respond within 10 s" });
    const later = breaker.admit();
    later.reportSuccess();
    expect(later.signal.aborted).toBe(false);
  });

  test("does not end other reads when a source stops refusing requests", async () => {
    const { time, answer, breaker, fail } = stage();
    const other = breaker.admit().signal;
    fail(1, new AppError("source-rate-limited", "slow down", { retryAfterMs: 1_000 }));
    answer.error = undefined;
    await time.advance(1_500);
    expect(breaker.getState().kind).toBe("half-open");
    expect(other.aborted).toBe(false);
  });

  test("a requested pause counts, however long ago the read started", async () => {
    const { time, breaker } = stage();
    const early = breaker.admit();
    await time.advance(1_000);
    breaker.admit().reportSuccess();
    early.reportFailure(new AppError("source-rate-limited", "slow down", { retryAfterMs: 5_000 }));
    expect(breaker.getState().kind).toBe("open");
  });
});

test("a closed breaker opens after at most five consecutive failures", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 60 }), (outcomes) => {
      const { breaker } = stage();
      let inARow = 0;
      for (const isGood of outcomes) {
        if (breaker.getState().kind !== "closed") return;
        if (isGood) breaker.admit().reportSuccess();
        else breaker.admit().reportFailure(unreachable);
        inARow = isGood ? 0 : inARow + 1;
        expect(inARow >= 5 && breaker.getState().kind === "closed").toBe(false);
      }
    }),
  );
});

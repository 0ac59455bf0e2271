import { expect, test } from "vitest";
import { summaryRow } from "@/tests/support/sample-data/roofline-summary-row";
import { overviewRooflineText } from "./overview-line";

test("puts the limiting resource first: bandwidth for decode, compute for prefill", () => {
  expect(overviewRooflineText(summaryRow())).toEqual({
    text: "decode MBU 0.79, MFU 0.08, memory-bound · prefill MFU 0.52, MBU 0.08, compute-bound",
    warning: null,
  });
});

test("names what gives a full KV cache space, after the position", () => {
  const cacheRemedy = "shorten contexts or add GPU memory";
  expect(overviewRooflineText(summaryRow({ prefill: null, cacheRemedy })).text).toMatch(
    /^decode MBU .* · KV cache full: shorten contexts or add GPU memory$/,
  );
});

test("omits phases that did not run", () => {
  expect(overviewRooflineText(summaryRow({ prefill: null })).text).not.toContain("prefill");
  expect(overviewRooflineText(summaryRow({ decode: null, prefill: null })).text).toMatch(
    /^no decode or prefill steps/,
  );
  expect(overviewRooflineText(summaryRow({ role: "decode", prefill: null })).text).toMatch(
    /^decode pool: decode MBU/,
  );
});

test("warns about the most severe problem: above the roof, contradicting counters, or utilisation above any published measurement", () => {
  const { decode } = summaryRow();
  const judged = (judgement: "impossible" | "suspicious", agrees: boolean) =>
    overviewRooflineText(summaryRow({ decode: decode && { ...decode, judgement }, agrees })).warning;
  expect(judged("impossible", false)).toBe("above the roof, which is impossible: check the inputs");
  expect(judged("suspicious", false)).toBe("GPU counters disagree with the estimate");
  expect(judged("suspicious", true)).toMatch(/above any published/);
});

test("shows missing settings, loading and errors", () => {
  const about = { slug: "chat", title: "chat" };
  const sentence = [{ kind: "text" as const, text: "To compute operating points, set the model." }];
  expect(overviewRooflineText({ ...about, state: "unavailable", sentence }).text).toBe(
    "To compute operating points, set the model.",
  );
  expect(overviewRooflineText({ ...about, state: "pending", elapsedMs: 3_000 }).text).toMatch(
    /^loading, 3\s?s/,
  );
});

test("names both bounds in a fixed order if they are nearly equal", () => {
  const { decode } = summaryRow();
  const text = (boundBy: "memory" | "overhead", secondBound: "memory" | "overhead") =>
    overviewRooflineText(summaryRow({ decode: decode && { ...decode, boundBy, secondBound }, prefill: null }))
      .text;
  expect(text("memory", "overhead")).toBe(
    "decode MBU 0.79, MFU 0.08, bound about equally by memory and overhead",
  );
  expect(text("overhead", "memory")).toBe(text("memory", "overhead"));
});

import { expect, test } from "vitest";
import { summaryRow } from "@/tests/support/roofline-summary-row";
import { rooflineLineText } from "./roofline-line-text";

test("what sets the pace comes first: bytes for decode, arithmetic for prefill", () => {
  expect(rooflineLineText(summaryRow())).toEqual({
    text: "decode MBU 0.79, MFU 0.08, memory-bound · prefill MFU 0.52, MBU 0.08, compute-bound",
    warning: null,
  });
});

test("what did not run is left out, and never 0", () => {
  expect(rooflineLineText(summaryRow({ prefill: null })).text).not.toContain("prefill");
  expect(rooflineLineText(summaryRow({ decode: null, prefill: null })).text).toMatch(
    /^neither decode nor prefill/,
  );
  expect(rooflineLineText(summaryRow({ role: "decode", prefill: null })).text).toMatch(
    /^decode pool: decode MBU/,
  );
});

test("a point above the roof, counters that disagree and one too near are doubted, the worst of them told", () => {
  const { decode } = summaryRow();
  const judged = (judgement: "impossible" | "suspicious", agrees: boolean) =>
    rooflineLineText(summaryRow({ decode: decode && { ...decode, judgement }, agrees })).warning;
  expect(judged("impossible", false)).toBe("above the roof: inputs are wrong");
  expect(judged("suspicious", false)).toBe("the GPU’s own counters disagree");
  expect(judged("suspicious", true)).toMatch(/so near to the roof/);
});

test("what is asked for, still read or not readable says so", () => {
  const about = { slug: "chat", title: "chat" };
  const sentence = [{ kind: "text" as const, text: "To compute operating points, set the model." }];
  expect(rooflineLineText({ ...about, state: "unavailable", sentence }).text).toBe(
    "To compute operating points, set the model.",
  );
  expect(rooflineLineText({ ...about, state: "pending", forMs: 3_000 }).text).toMatch(
    /^being read for 3\s?s/,
  );
});

test("what is about as much bound by two things names both, in one order whichever of them leads", () => {
  const { decode } = summaryRow();
  const text = (boundBy: "memory" | "overhead", nearTo: "memory" | "overhead") =>
    rooflineLineText(summaryRow({ decode: decode && { ...decode, boundBy, nearTo }, prefill: null })).text;
  expect(text("memory", "overhead")).toBe("decode MBU 0.79, MFU 0.08, about half memory, half overhead");
  expect(text("overhead", "memory")).toBe(text("memory", "overhead"));
});

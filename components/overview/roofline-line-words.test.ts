import { expect, test } from "vitest";
import { placedRow } from "@/tests/support/roofline-rows";
import { lineWords } from "./roofline-line-words";

test("what sets the pace comes first: bytes for decode, arithmetic for prefill", () => {
  expect(lineWords(placedRow())).toEqual({
    text: "decode MBU 0.79, MFU 0.08, memory-bound · prefill MFU 0.52, MBU 0.08, compute-bound",
    doubt: null,
  });
});

test("what did not run is left out, and never 0", () => {
  expect(lineWords(placedRow({ prefill: null })).text).not.toContain("prefill");
  expect(lineWords(placedRow({ decode: null, prefill: null })).text).toMatch(/^neither decode nor prefill/);
  expect(lineWords(placedRow({ role: "decode", prefill: null })).text).toMatch(/^decode pool: decode MBU/);
});

test("a point above the roof, counters that disagree and one too near are doubted, the worst of them told", () => {
  const { decode } = placedRow();
  const judged = (judgement: "impossible" | "suspicious", agrees: boolean) =>
    lineWords(placedRow({ decode: decode && { ...decode, judgement }, agrees })).doubt;
  expect(judged("impossible", false)).toBe("above the roof: inputs are wrong");
  expect(judged("suspicious", false)).toBe("the GPU’s own counters disagree");
  expect(judged("suspicious", true)).toMatch(/so near to the roof/);
});

test("what is asked for, still read or not readable says so", () => {
  const about = { slug: "chat", title: "chat" };
  const sentence = [{ kind: "text" as const, text: "Points need to know which model." }];
  expect(lineWords({ ...about, state: "asks", sentence }).text).toBe("Points need to know which model.");
  expect(lineWords({ ...about, state: "pending", forMs: 3_000 }).text).toMatch(/^being read for 3\s?s/);
});

test("what is about as much bound by two things names both, in one order whichever of them leads", () => {
  const { decode } = placedRow();
  const text = (boundBy: "memory" | "overhead", nearTo: "memory" | "overhead") =>
    lineWords(placedRow({ decode: decode && { ...decode, boundBy, nearTo }, prefill: null })).text;
  expect(text("memory", "overhead")).toBe("decode MBU 0.79, MFU 0.08, bound by memory and overhead");
  expect(text("overhead", "memory")).toBe(text("memory", "overhead"));
});

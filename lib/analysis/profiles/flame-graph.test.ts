import fc from "fast-check";
import { expect, test } from "vitest";
import { runWithoutPause } from "@/lib/base/steps";
import { buildFlameGraph, type FlameGraph } from "./flame-graph";
import { findFrames, listFunctions } from "./flame-search";
import { isCollapsedStacks, readStackLine } from "./stack-line";

const build = (text: string, limits?: Parameters<typeof buildFlameGraph>[1]): FlameGraph =>
  runWithoutPause(buildFlameGraph(text, limits));

/** 100 samples: 10 in main, 30 in decode, 40 in attention below decode, 20 in attention below prefill. */
const text = ["main 10", "main;decode 30", "main;decode;attention 40", "main;prefill;attention 20", ""].join(
  "\n",
);

test("the frames have the samples of their lines and of their children", () => {
  const { frames, ...counts } = build(text);
  expect(counts).toEqual({ lineCount: 4, malformedLineCount: 0, shortenedLineCount: 0 });
  const rows = frames.map(({ name, parent, depth, totalCount, selfCount, startCount }) => [
    name,
    frames[parent]?.name ?? null,
    depth,
    totalCount,
    selfCount,
    startCount,
  ]);
  expect(rows).toEqual([
    ["all", null, 0, 100, 0, 0],
    ["main", "all", 1, 100, 10, 0],
    ["decode", "main", 2, 70, 30, 0],
    ["attention", "decode", 3, 40, 40, 0],
    ["prefill", "main", 2, 20, 0, 70],
    ["attention", "prefill", 3, 20, 20, 70],
  ]);
});

test("a search counts the samples of nested matches once", () => {
  const graph = build(text);
  expect(findFrames(graph, "Attention")).toMatchObject({ matchCount: 2, sampleCount: 60 });
  // `decode` contains 40 samples of its child, which matches as well.
  expect(findFrames(graph, "de")).toMatchObject({ matchCount: 1, sampleCount: 70 });
  expect(findFrames(build("a;ab;b 3\nb 2"), "a")).toMatchObject({ matchCount: 2, sampleCount: 3 });
  expect(findFrames(graph, "all")).toMatchObject({ matchCount: 0, sampleCount: 0 });
});

test("functions are listed by their self samples, and recursion counts once in the total", () => {
  expect(listFunctions(build(text))).toEqual([
    { name: "attention", selfCount: 60, totalCount: 60 },
    { name: "decode", selfCount: 30, totalCount: 70 },
    { name: "main", selfCount: 10, totalCount: 100 },
    { name: "prefill", selfCount: 0, totalCount: 20 },
  ]);
  expect(listFunctions(build("f;g;f 5\nf 1"))).toEqual([
    { name: "f", selfCount: 6, totalCount: 6 },
    { name: "g", selfCount: 0, totalCount: 5 },
  ]);
});

test("malformed lines are counted and have no samples", () => {
  const graph = build("# perf\na;b 3\na;;b 4\na;b\na;b 1.5\n;a 2\na; 2\n 7\na b c 5");
  expect(graph).toMatchObject({ lineCount: 9, malformedLineCount: 7 });
  expect(graph.frames[0]?.totalCount).toBe(8);
  expect(graph.frames.map(({ name }) => name)).toEqual(["all", "a", "b", "a b c"]);
});

test("a sum that a number cannot express exactly is refused", () => {
  const line = `a ${"9".repeat(15)}`;
  const graph = build(Array.from({ length: 10 }, () => line).join("\n"));
  expect(graph.malformedLineCount).toBe(1);
  expect(graph.frames[0]?.totalCount).toBe(9 * 999_999_999_999_999);
});

test("frames beyond a limit give their samples to the innermost frame within it", () => {
  const deep = build("a;b;c;d 5\na;b 1", { maxDepth: 2, maxFrames: 10 });
  expect(deep).toMatchObject({ shortenedLineCount: 1 });
  expect(deep.frames.map(({ name, selfCount }) => [name, selfCount])).toEqual([
    ["all", 0],
    ["a", 0],
    ["b", 6],
  ]);
  const many = build("a;b 5\nc;d 3\na;b 2", { maxDepth: 9, maxFrames: 2 });
  expect(many).toMatchObject({ shortenedLineCount: 1 });
  expect(many.frames.map(({ name, selfCount }) => [name, selfCount])).toEqual([
    ["all", 3],
    ["a", 0],
    ["b", 7],
  ]);
});

const name = fc.stringMatching(/^[a-d:]{1,3}$/);
const stacks = fc.array(
  fc.record({ frames: fc.array(name, { minLength: 1, maxLength: 6 }), sampleCount: fc.nat(1_000) }),
  { maxLength: 40 },
);
const limits = fc.record({
  maxDepth: fc.integer({ min: 1, max: 8 }),
  maxFrames: fc.integer({ min: 1, max: 30 }),
});

test("the total is the sum of the lines, and each frame is the sum of itself and its children", () => {
  fc.assert(
    fc.property(stacks, limits, (lines, limit) => {
      const written = lines.map((line) => `${line.frames.join(";")} ${line.sampleCount}`).join("\n");
      const { frames } = build(written, limit);
      const sum = lines.reduce((total, line) => total + line.sampleCount, 0);
      expect(frames[0]?.totalCount).toBe(sum);
      expect(frames.reduce((total, { selfCount }) => total + selfCount, 0)).toBe(sum);
      expect(frames.length).toBeLessThanOrEqual(limit.maxFrames + 1);
      for (const [index, frame] of frames.entries()) {
        const ofChildren = frame.children.map((child) => frames[child]?.totalCount ?? Number.NaN);
        expect(frame.selfCount + ofChildren.reduce((total, one) => total + one, 0)).toBe(frame.totalCount);
        expect(frame.depth).toBeLessThanOrEqual(limit.maxDepth);
        expect(frame.parent).toBeLessThan(index === 0 ? 0 : index);
      }
    }),
  );
});

test("a line that was written is read unchanged, and any other text gives a stack or null", () => {
  fc.assert(
    fc.property(fc.array(name, { minLength: 1 }), fc.nat(), (frames, sampleCount) => {
      expect(readStackLine(`${frames.join(";")} ${sampleCount}\r`)).toEqual({ frames, sampleCount });
    }),
  );
  fc.assert(
    fc.property(fc.string(), (any) => {
      const stack = readStackLine(any);
      expect(stack === null || stack.frames.length > 0).toBe(true);
    }),
  );
});

test.each([
  ["a;b 1\na;c 2", true],
  ["a;b 1\nmain 2", true],
  ["main 1\nidle 2", false],
  ["2026-11-28 10:00:00 INFO queue 42\n2026-11-28 10:00:01 INFO queue 43", false],
  ["a;b 1\nWARN: no symbols", false],
  [`${"a;b 1\n".repeat(20)}# comment`, true],
  ["", false],
])("%j is collapsed stacks: %s", (some, isExpected) => {
  expect(isCollapsedStacks(some)).toBe(isExpected);
});

import { expect, test } from "vitest";
import { buildFlameGraph } from "@/lib/analysis/profiles/flame-graph";
import { runWithoutPause } from "@/lib/base/steps";
import { listCallers, findNeighbour, layoutFrames } from "./frame-layout";

/** 100 samples: all → main 100 → decode 70 → attention 40, and prefill 20. */
const graph = runWithoutPause(
  buildFlameGraph("main 10\nmain;decode 30\nmain;decode;attention 40\nmain;prefill 20"),
);
const indexOf = (name: string): number => graph.frames.findIndex((frame) => frame.name === name);
const everything = { enlarged: 0, minWidth: 0, maxFrames: 100 };

const describe = (options: Parameters<typeof layoutFrames>[1]) => {
  const layout = layoutFrames(graph, options);
  return {
    ...layout,
    frames: layout.frames.map(({ index, row, start, width, isCaller }) => [
      graph.frames[index]?.name,
      row,
      start,
      width,
      isCaller,
    ]),
  };
};

test("each frame is as wide as its share of the samples", () => {
  expect(describe(everything)).toEqual({
    frames: [
      ["all", 0, 0, 1, false],
      ["main", 1, 0, 1, false],
      ["decode", 2, 0, 0.7, false],
      ["prefill", 2, 0.7, 0.2, false],
      ["attention", 3, 0, 0.4, false],
    ],
    rowCount: 4,
    isReduced: false,
  });
});

test("an enlarged frame has the full width below its callers", () => {
  expect(describe({ ...everything, enlarged: indexOf("decode") })).toEqual({
    frames: [
      ["all", 0, 0, 1, true],
      ["main", 1, 0, 1, true],
      ["decode", 2, 0, 1, false],
      ["attention", 3, 0, 4 / 7, false],
    ],
    rowCount: 4,
    isReduced: false,
  });
});

test("narrow frames, and frames beyond the limit, are not drawn, which is stated", () => {
  expect(describe({ ...everything, minWidth: 0.3 }).frames.map(([name]) => name)).toEqual([
    "all",
    "main",
    "decode",
    "attention",
  ]);
  expect(layoutFrames(graph, { ...everything, minWidth: 0.3 }).isReduced).toBe(true);
  expect(layoutFrames(graph, { ...everything, maxFrames: 3 })).toMatchObject({ isReduced: true });
  const empty = runWithoutPause(buildFlameGraph("a;b 0"));
  expect(layoutFrames(empty, { ...everything, minWidth: 0.001 }).frames).toHaveLength(1);
});

test("arrow keys move to the caller, to the widest child and to the siblings", () => {
  const move = (name: string, key: string): string | null => {
    const found = findNeighbour(graph, indexOf(name), key);
    return found === null ? null : (graph.frames[found]?.name ?? null);
  };
  expect(move("all", "ArrowUp")).toBeNull();
  expect(move("main", "ArrowDown")).toBe("decode");
  expect(move("decode", "ArrowRight")).toBe("prefill");
  expect(move("prefill", "ArrowLeft")).toBe("decode");
  expect(move("prefill", "ArrowRight")).toBeNull();
  expect(move("attention", "ArrowUp")).toBe("decode");
  expect(move("attention", "Enter")).toBeNull();
  expect(listCallers(graph, indexOf("attention")).map((index) => graph.frames[index]?.name)).toEqual([
    "all",
    "main",
    "decode",
  ]);
});

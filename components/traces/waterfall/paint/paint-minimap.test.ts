import { expect, test } from "vitest";
import { phaseIds } from "@/lib/model/traces/phase";
import { drawnSpan, drawnTrace } from "@/tests/support/traces/drawn-trace";
import { createTraceView } from "@/tests/support/traces/trace-view";
import { drawMinimapPixels } from "./paint-minimap";

const colours = Uint8ClampedArray.from([...phaseIds, "rest"].flatMap((_, index) => [index + 1, 0, 0, 255]));
const rest = phaseIds.length + 1;
const prefill = phaseIds.indexOf("prefill") + 1;

function reds(pixels: Uint8ClampedArray, width: number): readonly (readonly number[])[] {
  const bytes = Array.from({ length: pixels.length / 4 }, (_, at) => pixels[at * 4] ?? 0);
  return Array.from({ length: bytes.length / width }, (_, line) =>
    bytes.slice(line * width, (line + 1) * width),
  );
}

test("draws each span as a line in its phase's colour, at least one pixel wide", () => {
  const { spans } = createTraceView(
    drawnTrace([
      drawnSpan({ id: "a", at: [0, 100], operation: "work" }),
      drawnSpan({ id: "b", parent: "a", at: [50, 100], operation: "prefill" }),
      drawnSpan({ id: "c", parent: "a", at: [90, 90], operation: "point" }),
    ]),
  );
  const pixels = drawMinimapPixels(spans, { fromNs: 0, toNs: 100 }, { width: 10, height: 6, colours });
  const lines = reds(pixels, 10);
  expect(lines[0]).toEqual(Array.from({ length: 10 }, () => rest));
  expect(lines[2]).toEqual([0, 0, 0, 0, 0, prefill, prefill, prefill, prefill, prefill]);
  expect(lines[4]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, rest]);
});

test("uses the full height if there are more spans than lines", () => {
  const many = Array.from({ length: 500 }, (_, index) =>
    drawnSpan({ id: `n${index}`, at: [index, index + 1], operation: "work" }),
  );
  const { spans } = createTraceView(drawnTrace(many));
  const lines = reds(
    drawMinimapPixels(spans, { fromNs: 0, toNs: 500 }, { width: 50, height: 20, colours }),
    50,
  );
  expect(lines.every((line) => line.some((red) => red > 0))).toBe(true);
});

/**
 * Paints each span as a line in the colour of its phase, in row order. It writes pixels directly, because 50,000
 * rectangles would be the slowest part of the page.
 */
import type { SpanColumns } from "@/lib/client/trace-view";
import { missingFlagBit } from "@/lib/model/traces/drawn-span";
import { phaseIds } from "@/lib/model/traces/phase";
import type { ChartTheme } from "@/components/charts/theme";
import { phaseColourToken } from "@/components/traces/phase-style";

const maxLineHeight = 3;

/**
 * Returns the pixels of the overview of a trace: width × height × 4 bytes. `colours` has 4 bytes per phase,
 * and at the end 4 bytes for spans without a phase.
 */
export function drawMinimapPixels(
  spans: SpanColumns,
  range: { readonly fromNs: number; readonly toNs: number },
  strip: { readonly width: number; readonly height: number; readonly colours: Uint8ClampedArray },
): Uint8ClampedArray<ArrayBuffer> {
  const { width, height, colours } = strip;
  const pixels = new Uint8ClampedArray(width * height * 4);
  const packed = new Uint32Array(pixels.buffer);
  const inks = new Uint32Array(colours.slice().buffer);
  const perNs = width / Math.max(1, range.toNs - range.fromNs);
  const perRow = height / Math.max(1, spans.rowCount);
  const lineHeight = Math.max(1, Math.min(maxLineHeight, Math.floor(perRow) - 1));
  for (let row = 0; row < spans.rowCount; row += 1) {
    if (((spans.flags[row] ?? 0) & missingFlagBit) !== 0) continue;
    const start = ((spans.startNs[row] ?? 0) - range.fromNs) * perNs;
    const from = Math.max(0, Math.floor(start));
    const to = Math.min(
      width,
      Math.max(from + 1, Math.ceil(start + Math.max(0, spans.durationNs[row] ?? 0) * perNs)),
    );
    const phase = spans.phaseIndex[row] ?? -1;
    const ink = inks[phase < 0 ? phaseIds.length : phase] ?? 0;
    const top = Math.floor(row * perRow);
    for (let line = top; line < Math.min(height, top + lineHeight); line += 1)
      packed.fill(ink, line * width + from, line * width + to);
  }
  return pixels;
}

/** Converts the phase colours of the theme to bytes by a canvas. Null if there is no canvas context. */
export function readPhaseColours(theme: ChartTheme): Uint8ClampedArray | null {
  const tokens = [...phaseIds.map(phaseColourToken), phaseColourToken(null)];
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [tokens.length, 1];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) return null;
  for (const [index, token] of tokens.entries()) {
    context.fillStyle = theme.resolveColour(token);
    context.fillRect(index, 0, 1, 1);
  }
  return context.getImageData(0, 0, tokens.length, 1).data;
}

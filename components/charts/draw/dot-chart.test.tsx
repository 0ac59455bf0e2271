/** A drag zooms to a rectangle, a click opens a dot, and Escape cancels the drag. */
import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { DotArea } from "@/components/charts/prepare/dot-area";
import { DotChart } from "./dot-chart";

vi.mock("./use-element-width", () => ({ useElementWidth: () => 656 }));
vi.mock("@/components/shared/use-time-zone", () => ({ useTimeZone: () => "UTC" }));

const tenMinutes = { startMs: 1_790_000_000_000, endMs: 1_790_000_600_000 };
const dots = [{ timeMs: tenMinutes.startMs + 300_000, value: 1, isMarked: false }];
const onOpen = vi.fn<(index: number) => void>();
const onZoom = vi.fn<(area: DotArea) => void>();

beforeEach(() => {
  onOpen.mockClear();
  onZoom.mockClear();
  render(
    <DotChart
      summary="One request."
      dots={dots}
      window={tenMinutes}
      unit="s"
      height={208}
      formatTooltip={() => "dot"}
      onOpen={onOpen}
      onZoom={onZoom}
    />,
  );
});

const chart = () => screen.getByRole("application");

function firePointer(target: Element | Window, type: string, clientX: number, clientY: number): void {
  const event = new MouseEvent(type, { bubbles: true, clientX, clientY });
  fireEvent(target, Object.assign(event, { pointerType: "mouse" }));
}

/** The dot is in the middle of the plot, which is 600 pixels wide and 176 pixels high. */
const middle = [344, 100] as const;

function drag([fromX, fromY]: readonly [number, number], [toX, toY]: readonly [number, number]): void {
  firePointer(chart(), "pointerdown", fromX, fromY);
  firePointer(window, "pointermove", toX, toY);
}

function release(x: number, y: number): void {
  firePointer(window, "pointerup", x, y);
  fireEvent.click(chart(), { clientX: x, clientY: y });
}

test("a drag along the time axis zooms to its times and opens no dot", () => {
  firePointer(chart(), "pointermove", ...middle);
  drag([144, 100], middle);
  release(...middle);
  const [[area]] = onZoom.mock.calls as [[DotArea]];
  expect(area).toEqual({
    startMs: tenMinutes.startMs + 100_000,
    endMs: tenMinutes.startMs + 300_000,
    minValue: null,
    maxValue: null,
  });
  expect(onOpen).not.toHaveBeenCalled();
});

test("a drag of a rectangle limits the values too", () => {
  drag([244, 60], [444, 140]);
  release(444, 140);
  const [[area]] = onZoom.mock.calls as [[DotArea]];
  expect(area.startMs).toBe(tenMinutes.startMs + 200_000);
  expect(area.minValue).toBeLessThan(1);
  expect(area.maxValue).toBeGreaterThan(1);
});

test("a drag that leaves the plot at the top has no upper limit", () => {
  drag([244, 100], [444, -40]);
  release(444, -40);
  const [[area]] = onZoom.mock.calls as [[DotArea]];
  expect(area.minValue).toBeCloseTo(1, 9);
  expect(area.maxValue).toBeNull();
});

test("a click opens the dot and zooms nothing", () => {
  firePointer(chart(), "pointermove", ...middle);
  firePointer(chart(), "pointerdown", ...middle);
  release(...middle);
  expect(onOpen).toHaveBeenCalledWith(0);
  expect(onZoom).not.toHaveBeenCalled();
});

test("Escape cancels a drag", () => {
  firePointer(chart(), "pointermove", ...middle);
  drag([144, 100], middle);
  act(() => void fireEvent.keyDown(window, { key: "Escape" }));
  release(...middle);
  expect(onZoom).not.toHaveBeenCalled();
  expect(onOpen).not.toHaveBeenCalled();
});

test("plus zooms around the highlighted dot by keyboard", () => {
  fireEvent.keyDown(chart(), { key: "ArrowRight" });
  fireEvent.keyDown(chart(), { key: "+" });
  expect(onZoom).toHaveBeenCalledWith({
    startMs: tenMinutes.startMs + 150_000,
    endMs: tenMinutes.startMs + 450_000,
    minValue: null,
    maxValue: null,
  });
});

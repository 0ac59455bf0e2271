/** A click runs the action, a drag does not. */
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useClickAction } from "./use-click-action";

function Chart({ run }: { readonly run: () => void }) {
  const picking = useClickAction(run);
  return <button type="button" {...picking} />;
}

function pressAndLeave(fromX: number, toX: number, pointerType = "mouse"): ReturnType<typeof vi.fn> {
  const run = vi.fn<() => void>();
  render(<Chart run={run} />);
  const chart = screen.getByRole("button");
  const pressed = new MouseEvent("pointerdown", { bubbles: true, clientX: fromX });
  fireEvent(chart, Object.assign(pressed, { pointerType }));
  fireEvent.click(chart, { clientX: toX });
  return run;
}

test("treats press and release at one position as a click", () => {
  expect(pressAndLeave(120, 122)).toHaveBeenCalledOnce();
});

test("treats movement in between as a drag", () => {
  expect(pressAndLeave(120, 180)).not.toHaveBeenCalled();
});

test("runs nothing on a tap", () => {
  expect(pressAndLeave(120, 120, "touch")).not.toHaveBeenCalled();
});

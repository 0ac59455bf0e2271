import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { stubResizeObserver } from "@/tests/support/stub-resize-observer";
import { SidePanel, SidePanelTitle } from "./side-panel";

afterEach(() => vi.unstubAllGlobals());

test("begins below the top bar, also under a banner and after it scrolled away", () => {
  const bar = document.createElement("header");
  bar.id = "shell-header";
  document.body.append(bar);
  const edge = vi.spyOn(bar, "getBoundingClientRect");
  edge.mockReturnValue(new DOMRect(0, 29, 1_440, 44));
  stubResizeObserver();
  render(
    <SidePanel isOpen onClose={() => undefined}>
      <SidePanelTitle>Events</SidePanelTitle>
    </SidePanel>,
  );
  const panel = screen.getByRole("dialog", { name: "Events" });
  expect(panel).toHaveStyle({ top: "73px" });
  edge.mockReturnValue(new DOMRect(0, 0, 1_440, 44));
  act(() => void globalThis.dispatchEvent(new Event("scroll")));
  expect(panel).toHaveStyle({ top: "44px" });
  bar.remove();
});

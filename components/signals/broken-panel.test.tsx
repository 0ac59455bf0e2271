import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { panels } from "./panels/panels";
import { SignalSections } from "./signal-sections";

vi.mock("./panels/signal-panel", () => ({
  SignalPanel: ({ panel }: { readonly panel: { readonly id: string; readonly title: string } }) => {
    if (panel.id === "ttft") throw new Error("a value is not a number");
    return <p>{panel.title} is drawn</p>;
  },
}));

test("a panel of Signals that fails to render leaves all other panels", () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  const shownPanels = panels.filter(({ id, section }) => id === "ttft" || section === "Traffic and errors");
  render(
    <SignalSections
      panels={shownPanels}
      panelStates={{ getState: () => ({ kind: "loading" }), retry: () => undefined } as never}
      splitLabel={null}
      visiblePanelIds={new Set()}
      heatmapPanelIds={[]}
      onHeatmap={() => undefined}
      baseline={null}
      getComparedAnswer={() => null}
      observeElement={() => () => undefined}
      createTracesLink={(() => null) as never}
      onZoom={() => undefined}
    />,
  );
  expect(shownPanels.length).toBeGreaterThan(2);
  expect(screen.getAllByText(/ is drawn$/)).toHaveLength(shownPanels.length - 1);
  expect(screen.getByRole("alert")).toHaveTextContent("could not be displayed");
  log.mockClear();
});

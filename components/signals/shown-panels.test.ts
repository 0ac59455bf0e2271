import { expect, test } from "vitest";
import type { ViewState } from "@/lib/client/url-state";
import { panels } from "./panels";
import { shownPanels, missingExporterSections } from "./shown-panels";
import { toQuestion } from "./use-panels";

const view: ViewState = {
  d: "chat",
  m: null,
  i: null,
  by: "tenant",
  from: "now-6h",
  to: "now",
  live: true,
  sort: "status",
  tab: "newest",
  panel: null,
  clock: "raw",
  cmp: null,
  heat: [],
  x: null,
  y: null,
};
const find = (id: string, reasonLabel: string | null) =>
  shownPanels({ families: ["gpu"], reasonLabel, servesRequests: true, hasTraces: true }).find(
    (panel) => panel.id === id,
  );

test("finish reasons are split by their engine's label, whatever the page is split by", () => {
  const panel = find("finish-reasons", "finished_reason");
  expect(toQuestion(panel!, "chat", view).question.scope.split).toBe("finished_reason");
  expect(toQuestion(find("requests", "finished_reason")!, "chat", view).question.scope.split).toBe("tenant");
});

test("an engine that does not tell why requests end has no such panel", () => {
  expect(find("finish-reasons", null)).toBeUndefined();
});

test("panels of exporters that were not joined are left out, all others stand in their order", () => {
  const had = { reasonLabel: "r", servesRequests: true, hasTraces: true };
  // While it is not known what was joined, those that most have keep their place.
  const shown = shownPanels({ ...had, families: null });
  expect(shown.map(({ id }) => id)).toEqual(
    panels.filter(({ needs }) => needs === undefined).map(({ id }) => id),
  );
  const sections = new Set(shownPanels({ ...had, families: ["host"] }).map(({ section }) => section));
  expect(sections).toContain("Host");
  expect(sections).not.toContain("GPU");
});

test("an exporter that was not joined is missed in one line, not in each of its panels", () => {
  expect(missingExporterSections(["gpu", "host"])).toEqual([]);
  expect(missingExporterSections(null)).toEqual([]);
  const missed = missingExporterSections(["container"]);
  expect(missed.map(({ family }) => family)).toEqual(["gpu", "host"]);
  expect(missed[0]?.detail).toMatch(/^No GPU exporter's series were joined/);
  // Every signal of theirs can still be led to.
  const own = panels.filter(({ section }) => section === "GPU").flatMap(({ signals }) => signals);
  expect(missed[0]?.signals).toEqual(own);
});

test("a training job has panels of its training and of the machines that were joined, none of serving", () => {
  const shown = shownPanels({
    families: ["gpu", "training"],
    reasonLabel: null,
    servesRequests: false,
    hasTraces: true,
  });
  const sections = new Set(shown.map(({ section }) => section));
  // It begins with what it is there for.
  expect([...sections]).toEqual(["Training", "GPU"]);
  expect(shown[0]?.id).toBe("train-step-time");
});

test("every section stands in one piece", () => {
  for (const servesRequests of [true, false]) {
    const families = ["gpu", "host", "container", "database", "training"] as const;
    const shown = shownPanels({ families, reasonLabel: "r", servesRequests, hasTraces: true }).map(
      ({ section }) => section,
    );
    const pieces = shown.filter((section, index) => section !== shown[index - 1]);
    expect(pieces).toEqual([...new Set(pieces)]);
  }
});

test("shares are never split", () => {
  expect(toQuestion(find("phases", null)!, "chat", view).question.scope).not.toHaveProperty("split");
});

test("without a source of traces no panel leads to any", () => {
  const had = { families: null, reasonLabel: "r", servesRequests: true };
  const leading = (hasTraces: boolean) =>
    shownPanels({ ...had, hasTraces }).filter(({ traces }) => traces !== undefined).length;
  expect(leading(true)).toBeGreaterThan(3);
  expect(leading(false)).toBe(0);
});

import { expect, test } from "vitest";
import type { ViewState } from "@/lib/client/url-state";
import { panels } from "./panels";
import { chooseShownPanels, findMissingExporterSections } from "./shown-panels";
import { toQuestion } from "./panel-question";

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
  base: null,
  heat: [],
  x: null,
  y: null,
};
const find = (id: string, finishReasonLabel: string | null) =>
  chooseShownPanels({
    families: ["gpu"],
    finishReasonLabel: finishReasonLabel,
    servesRequests: true,
    hasTraces: true,
    limits: null,
  }).find((panel) => panel.id === id);

test("splits finish reasons by the engine's label, independent of the page's split", () => {
  const panel = find("finish-reasons", "finished_reason");
  expect(toQuestion(panel!, "chat", view).question.scope.split).toBe("finished_reason");
  expect(toQuestion(find("requests", "finished_reason")!, "chat", view).question.scope.split).toBe("tenant");
});

test("omits the panel when the engine does not expose finish reasons", () => {
  expect(find("finish-reasons", null)).toBeUndefined();
});

test("omits panels of exporters that are not joined and keeps the order of the others", () => {
  const facts = { finishReasonLabel: "r", servesRequests: true, hasTraces: true, limits: null };
  // While the joined exporters are unknown, panels of the common exporters stay.
  const result = chooseShownPanels({ ...facts, families: null });
  expect(result.map(({ id }) => id)).toEqual(
    panels.filter(({ requiredExporter }) => requiredExporter === undefined).map(({ id }) => id),
  );
  const sections = new Set(chooseShownPanels({ ...facts, families: ["host"] }).map(({ section }) => section));
  expect(sections).toContain("Host");
  expect(sections).not.toContain("GPU");
});

test("lists a missing exporter once, instead of in each of its panels", () => {
  expect(findMissingExporterSections(["gpu", "host"])).toEqual([]);
  expect(findMissingExporterSections(null)).toEqual([]);
  const missed = findMissingExporterSections(["container"]);
  expect(missed.map(({ family }) => family)).toEqual(["gpu", "host"]);
  expect(missed[0]?.detail).toMatch(/^No GPU exporter matches this deployment/);
  // Links to every signal of the exporter still work.
  const own = panels.filter(({ section }) => section === "GPU").flatMap(({ signals }) => signals);
  expect(missed[0]?.signals).toEqual(own);
});

test("shows training panels and panels of the joined exporters for a training job, but no serving panels", () => {
  const result = chooseShownPanels({
    families: ["gpu", "training"],
    finishReasonLabel: null,
    servesRequests: false,
    hasTraces: true,
    limits: null,
  });
  const sections = new Set(result.map(({ section }) => section));
  // The training section is first.
  expect([...sections]).toEqual(["Training", "GPU"]);
  expect(result[0]?.id).toBe("train-step-time");
});

test("keeps the panels of a section together", () => {
  for (const servesRequests of [true, false]) {
    const families = ["gpu", "host", "container", "database", "training"] as const;
    const result = chooseShownPanels({
      families,
      finishReasonLabel: "r",
      servesRequests,
      hasTraces: true,
      limits: null,
    }).map(({ section }) => section);
    const pieces = result.filter((section, index) => section !== result[index - 1]);
    expect(pieces).toEqual([...new Set(pieces)]);
  }
});

test("never splits shares", () => {
  expect(toQuestion(find("phases", null)!, "chat", view).question.scope).not.toHaveProperty("split");
});

test("omits links to traces without a trace source", () => {
  const facts = { families: null, finishReasonLabel: "r", servesRequests: true, limits: null };
  const leading = (hasTraces: boolean) =>
    chooseShownPanels({ ...facts, hasTraces }).filter(({ traceOrder }) => traceOrder !== undefined).length;
  expect(leading(true)).toBeGreaterThan(3);
  expect(leading(false)).toBe(0);
});

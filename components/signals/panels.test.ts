import { expect, test } from "vitest";
import { signalDefinition, signals } from "@/lib/model/signals";
import { statisticsError } from "@/lib/model/signal-statistics";
import { panels } from "./panels";

test.each(signals.map(({ id }) => id))("%s is shown by a panel", (id) => {
  expect(panels.filter((panel) => panel.signals.includes(id)).map((panel) => panel.id)).not.toEqual([]);
});

test("panels have ids and titles of their own", () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
});

test.each(panels.map((panel) => [panel.id, panel] as const))(
  "what %s shows has one unit, as its one axis has",
  (_id, panel) => {
    expect(new Set(panel.signals.map((id) => signalDefinition(id).unit)).size).toBe(1);
  },
);

test.each(panels.map((panel) => [panel.id, panel] as const))(
  "%s asks for statistics that its signals have, split or not",
  (_id, { signals: asked, statistics, headline = statistics[0] }) => {
    expect(statisticsError({ signals: asked, statistics })).toBeNull();
    expect(headline && statisticsError({ signals: asked, statistics: [headline] })).toBeNull();
  },
);

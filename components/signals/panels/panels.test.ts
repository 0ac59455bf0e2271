import { expect, test } from "vitest";
import { signalDefinition, signals } from "@/lib/model/signals/signals";
import { statisticsError } from "@/lib/model/signals/signal-statistics";
import { panels } from "./panels";

test.each(signals.map(({ id }) => id))("%s has a panel", (id) => {
  expect(panels.filter((panel) => panel.signals.includes(id)).map((panel) => panel.id)).not.toEqual([]);
});

test("gives panels unique ids and titles", () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
});

test.each(panels.map((panel) => [panel.id, panel] as const))(
  "gives all signals of %s one unit, because they share an axis",
  (_id, panel) => {
    expect(new Set(panel.signals.map((id) => signalDefinition(id).unit)).size).toBe(1);
  },
);

test.each(panels.map((panel) => [panel.id, panel] as const))(
  "%s queries statistics that its signals have, with and without a split",
  (_id, { signals: signalIds, statistics, headlineStatistic = statistics[0] }) => {
    expect(statisticsError({ signals: signalIds, statistics })).toBeNull();
    expect(
      headlineStatistic && statisticsError({ signals: signalIds, statistics: [headlineStatistic] }),
    ).toBeNull();
  },
);

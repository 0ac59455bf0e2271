import { expect, test } from "vitest";
import { signalDefinition } from "@/lib/model/signals/signals";
import { panels } from "@/components/signals/panels/panels";
import { scoreMatch } from "./score-match";
import { createSignalText } from "./signal-aliases";

test.each(panels.map((panel) => [panel.title, panel] as const))(
  "finds the panel %s by its title",
  (title, panel) => {
    const found = panel.signals.filter(
      (signal) => scoreMatch(createSignalText(signalDefinition(signal)), title) > 0,
    );
    expect(found).not.toEqual([]);
  },
);

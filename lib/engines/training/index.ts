/**
 * A training loop with metrics of its own. There is no convention to know it by: it is what a mapping says it is, and discovery
 * never proposes it.
 */
import type { Engine } from "@/lib/engines/engine";
import { servesNothing } from "@/lib/engines/serves-nothing";

export const training: Engine = {
  id: "training",
  title: "Training job",
  role: "training",
  detectionMetrics: [],
  // No metric has this name: which are its own, its mapping says.
  ownNames: "",
  modelLabel: null,
  signals: servesNothing,
  arrivals: { names: [] },
};

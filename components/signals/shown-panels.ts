/** Which panels a deployment's page has. */
import type { Family } from "@/lib/model/signal-definition";
import { signalDefinition } from "@/lib/model/signals";
import { panels } from "./panels";
import { training } from "./training-panels";
import type { ShownPanel } from "./use-panels";

interface Had {
  /** Kinds of exporters joined to the deployment. */
  readonly families: readonly Family[];
  /** The label that tells why requests ended; null where its engine has none. */
  readonly reasonLabel: string | null;
  /** A training job has none of the signals of serving: a page of panels that say so would hide what it has. */
  readonly servesRequests: boolean;
}

/**
 * Those of an exporter where one of its kind was joined, and finish reasons where the engine tells them, in the order of the page: a
 * training job's begins with its training.
 */
export function shownPanels({ families, reasonLabel, servesRequests }: Had): readonly ShownPanel[] {
  const inOrder = servesRequests ? panels : [...training, ...panels.filter((one) => !training.includes(one))];
  return inOrder.flatMap((panel): readonly ShownPanel[] => {
    if (!servesRequests && panel.signals.every((id) => signalDefinition(id).family === "engine")) return [];
    if (panel.needs !== undefined && !families.includes(panel.needs)) return [];
    if (panel.splitBy === undefined) return [panel];
    return reasonLabel === null ? [] : [{ ...panel, label: reasonLabel }];
  });
}

/** Which panels a deployment's page has. */
import type { Family } from "@/lib/model/signal-definition";
import { panels } from "./panels";
import type { ShownPanel } from "./use-panels";

interface Had {
  /** Kinds of exporters joined to the deployment. */
  readonly families: readonly Family[];
  /** The label that tells why requests ended; null where its engine has none. */
  readonly reasonLabel: string | null;
}

/** Those of an exporter where one of its kind was joined, and finish reasons where the engine tells them. */
export function shownPanels({ families, reasonLabel }: Had): readonly ShownPanel[] {
  return panels.flatMap((panel): readonly ShownPanel[] => {
    if (panel.needs !== undefined && !families.includes(panel.needs)) return [];
    if (panel.splitBy === undefined) return [panel];
    return reasonLabel === null ? [] : [{ ...panel, label: reasonLabel }];
  });
}

/** The limit of the deployment that a panel draws. */
import { limitDefinition, limitIds, type Limits } from "@/lib/model/deployment/limits";
import type { Panel } from "./panels";

/** Returns the limit of the panel's signal, as the part of the panel that it belongs to. */
export function findPanelLimit({ signals, statistics }: Panel, limits: Limits): Pick<Panel, "limit"> {
  for (const id of limitIds) {
    const { judges } = limitDefinition(id);
    if (judges !== null && signals.includes(judges.signal) && statistics.includes(judges.statistic))
      return { limit: { value: limits[id], statistic: judges.statistic } };
  }
  return {};
}

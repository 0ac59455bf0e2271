import type { DiscoveryResponse } from "@/lib/contracts/discovery";
import { countPlaces } from "@/lib/format/family";

type Source = DiscoveryResponse["sources"][number];

/** What is there at a source now, and how many deployments are on record that nobody sees: that none is seen is no count of servers. */
export function sourceWords({
  title,
  engines,
  models,
  instances,
  trainings,
  missing,
  places,
}: Source): string {
  if (instances === 0 && trainings === 0 && missing > 0)
    return `${title}: ${missing === 1 ? "its one deployment is not" : `none of its ${missing} deployments is`} seen now.`;
  const jobs = `${trainings} training ${trainings === 1 ? "job" : "jobs"}`;
  const serving = `${instances} ${instances === 1 ? "server" : "servers"} of ${models.length} ${models.length === 1 ? "model" : "models"}`;
  const there = trainings === 0 ? serving : instances === 0 ? jobs : `${serving} and ${jobs}`;
  const kinds = engines.length === 0 ? "" : ` (${engines.join(", ")})`;
  const beside = places.map(({ family, count }) => `, ${countPlaces(count, family)}`).join("");
  const away =
    missing === 0
      ? ""
      : `; ${missing} more ${missing === 1 ? "deployment is" : "deployments are"} not seen now`;
  return `${title}: ${there}${kinds}${beside}${away}.`;
}

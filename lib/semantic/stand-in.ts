/** Which of two counters of the same events a deployment has: told by the names seen there, so that nobody pays for asking both. */
import type { MetricRef, Recipe } from "@/lib/engines/recipe";
import { knownNames } from "./known-names";
import { nativeName } from "./native-names";
import type { Place } from "./scope-selectors";

/** `recipe` with its stand-in as the counter where that was seen at the deployment and the counter was not. */
export function settled(recipe: Recipe, { deployment }: Pick<Place, "deployment">): Recipe {
  if (recipe.kind !== "counter" || recipe.standIn === undefined) return recipe;
  const { standIn, ...counter } = recipe;
  const seen = knownNames(deployment);
  const isSeen = ({ names }: MetricRef): boolean =>
    names.some((name) => seen.has(name) || nativeName(name, seen) !== undefined);
  return isSeen(standIn) && !counter.alternatives.some(isSeen)
    ? { ...counter, alternatives: [standIn] }
    : counter;
}

/** How the requests of a place are counted: what ratios to them divide by. */
export const requestsOf = (place: Place): Recipe => settled(place.engine.signals.requests, place);

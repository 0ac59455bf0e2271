/** Sizes that no model has: a slip of the keys in a configuration would otherwise become numbers that nobody doubts. */
import type { Architecture } from "@/lib/model/architecture";
import { totalParameters } from "../step-work/parameters";

const maxLayers = 10_000;
/** A hundred times the largest that was told of. */
const maxParameters = 1e14;
const trillion = 1e12;

/** The name that is at fault and what is wrong with it; null for a model that could be. */
export function sizeError(shape: Architecture): { readonly name: string; readonly wrong: string } | null {
  if (shape.layers > maxLayers)
    return { name: "num_hidden_layers", wrong: "is too large: no model has more than 10,000 layers" };
  const parameters = totalParameters(shape);
  if (parameters <= maxParameters) return null;
  const trillions = Math.round(parameters / trillion).toLocaleString("en-GB");
  return {
    name: "config.json",
    wrong: `gives ${trillions} trillion parameters, and no model has more than 100: one of its sizes is too large`,
  };
}

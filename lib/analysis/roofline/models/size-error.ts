/** Rejects sizes that no model has: a typing error in a configuration would otherwise become plausible numbers. */
import type { Architecture } from "@/lib/model/roofline/architecture";
import { totalParameters } from "../step-work/parameters";

const maxLayers = 10_000;
/** Largest accepted number of parameters: a hundred times the largest announced model. */
const maxParameters = 1e14;
const trillion = 1e12;

/** Returns the first impossible dimension of a model with the reason, or null if all are possible. */
export function sizeError(shape: Architecture): { readonly name: string; readonly message: string } | null {
  if (shape.layers > maxLayers)
    return { name: "num_hidden_layers", message: "is too large: no model has more than 10,000 layers" };
  const parameters = totalParameters(shape);
  if (parameters <= maxParameters) return null;
  const trillions = Math.round(parameters / trillion).toLocaleString("en-GB");
  return {
    name: "config.json",
    message: `gives ${trillions} trillion parameters. No model has more than 100: one of its sizes is too large`,
  };
}

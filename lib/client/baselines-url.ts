/** State of the list of baselines in the URL: searched text and order. The deployment is part of the view. */
import { useQueryStates } from "nuqs";
import { parseAsStringLiteral } from "nuqs/server";
import { parseAsMatch, type UrlState } from "./url-parsers";

/** Columns by which the list of baselines can be sorted. Numbers start with the largest value. */
export const baselineOrders = [
  "newest",
  "name",
  "deployment",
  "requests",
  "ttft-p95",
  "e2e-p95",
  "requests-per-second",
] as const;
/** Column by which the list of baselines is sorted. */
export type BaselineOrder = (typeof baselineOrders)[number];

const baselineListParsers = {
  /** Text to find in the name, the deployment or the author of a baseline. */
  find: parseAsMatch(/^[\s\S]{1,100}$/),
  order: parseAsStringLiteral(baselineOrders).withDefault("newest"),
};

/** Filters and order of the list of baselines, from the URL. */
export type BaselineListState = UrlState<typeof baselineListParsers>;

/** Returns filters and order of the list of baselines and a setter. Changes replace the history entry. */
export function useBaselineListState() {
  return useQueryStates(baselineListParsers, { history: "replace" });
}

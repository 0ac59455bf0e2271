/** Narrows a selector such as `up` or `up{job="a"}` to one series by adding label matchers. */
import { quotePromqlString } from "@/lib/semantic/compile/promql";

/**
 * Adds a matcher for each of `labels` to a PromQL selector, except for the metric name. Values are quoted.
 */
export function addLabelMatchers(selector: string, labels: Readonly<Record<string, string>>): string {
  const matchers = Object.entries(labels)
    .filter(([name]) => name !== "__name__")
    .map(([name, value]) => `${quotedName(name)}=${quotePromqlString(value)}`);
  if (matchers.length === 0) return selector;
  const trimmed = selector.trim();
  if (!trimmed.endsWith("}")) return `${trimmed}{${matchers.join(",")}}`;
  const open = trimmed.slice(0, -1).trimEnd();
  const isEmpty = open.endsWith("{") || open.endsWith(",");
  return `${open}${isEmpty ? "" : ","}${matchers.join(",")}}`;
}

/** Label names with other characters must be quoted (Prometheus 3). */
function quotedName(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : quotePromqlString(name);
}

/** Narrows a selector such as `up` or `up{job="a"}` to one series by adding its labels. */
import { quote } from "@/lib/semantic/promql";

/** The name is left as the selector has it. Label values are quoted as PromQL strings. */
export function withLabels(selector: string, labels: Readonly<Record<string, string>>): string {
  const matchers = Object.entries(labels)
    .filter(([name]) => name !== "__name__")
    .map(([name, value]) => `${quotedName(name)}=${quote(value)}`);
  if (matchers.length === 0) return selector;
  const trimmed = selector.trim();
  if (!trimmed.endsWith("}")) return `${trimmed}{${matchers.join(",")}}`;
  const open = trimmed.slice(0, -1).trimEnd();
  const isEmpty = open.endsWith("{") || open.endsWith(",");
  return `${open}${isEmpty ? "" : ","}${matchers.join(",")}}`;
}

/** Names beyond the classic alphabet must be quoted; Prometheus 3 allows them. */
function quotedName(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : quote(name);
}

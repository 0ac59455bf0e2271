/** Splits a query that combines several expressions, by its text. */

const begin = "label_replace(";
const end = /^, "__part__", "\d+", "", ""\)/;

/** Returns the expressions combined in `promql`; the query itself when it is only one. */
export function splitCombinedQuery(promql: string): readonly string[] {
  const parts: string[] = [];
  for (let at = promql.indexOf(begin); at !== -1;) {
    const from = at + begin.length;
    const to = endOf(promql, from);
    if (to === undefined) break;
    parts.push(promql.slice(from, to));
    at = promql.indexOf(begin, to);
  }
  return parts.length === 0 ? [promql] : parts;
}

/** Returns the end of the part that begins at `from`. */
function endOf(promql: string, from: number): number | undefined {
  for (let at = promql.indexOf(', "__part__"', from); at !== -1; at = promql.indexOf(', "__part__"', at + 1))
    if (end.test(promql.slice(at, at + 40))) return at;
  return undefined;
}

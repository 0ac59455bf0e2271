/** The minimal work of a page with a trace: fetch, JSON.parse, the tree, an overview on canvas, and forty rows. */

const script = `
const id = location.pathname.split("/").pop();
const { data: [trace] } = JSON.parse(await (await fetch("/api/traces/" + id)).text());
const byId = new Map(trace.spans.map((span) => [span.spanID, { span, children: [] }]));
const roots = [];
for (const node of byId.values()) {
  const parent = byId.get(node.span.references[0]?.spanID);
  (parent ? parent.children : roots).push(node);
}
const rows = [];
const waiting = [...roots];
while (waiting.length > 0) {
  const { span, children } = waiting.pop();
  rows.push(span);
  children.sort((a, b) => b.span.startTime - a.span.startTime);
  waiting.push(...children);
}
const start = Math.min(...rows.slice(0, 1).map((span) => span.startTime));
const length = rows[0].duration;
const canvas = document.querySelector("canvas");
const context = canvas.getContext("2d");
for (const [index, span] of rows.entries()) {
  const x = ((span.startTime - start) / length) * 1200;
  context.fillRect(x, (index * 60) / rows.length, Math.max(1, (span.duration / length) * 1200), 1);
}
for (const span of rows.slice(0, 40)) {
  const row = document.createElement("div");
  row.dataset.span = span.spanID;
  row.textContent = span.operationName + " " + span.duration;
  document.body.append(row);
}`;

export const minimalPage = `<!doctype html><meta charset="utf-8"><title>Minimal</title><canvas width="1200" height="60"></canvas><script type="module">${script}</script>`;

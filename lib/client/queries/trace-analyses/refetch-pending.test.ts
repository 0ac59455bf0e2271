import { expect, test } from "vitest";
import { traceFlowQuery } from "./trace-flow";
import { traceStudyQuery } from "./trace-study";

const fixedWindow = { deployment: "chat", from: "1000", to: "2000", live: false };
const studyState = { n: 1_000 } as Parameters<typeof traceStudyQuery>[0]["studyState"];

/** Returns the time until the next request of a page that has received `data`. */
function intervalAfter(options: { readonly refetchInterval?: unknown }, data: unknown): unknown {
  const choose = options.refetchInterval as (query: unknown) => unknown;
  return choose({ state: { status: "success", data } });
}

test.each([
  [true, 10_000],
  [false, false],
])("with pending metrics (%s), a window in the past is read again after %s ms", (isPending, intervalMs) => {
  const scale = { kind: "traces-only", reason: "None.", isPending };
  const flow = { problem: null, flow: { retrieval: { scale } } };
  const flowQuery = traceFlowQuery({ ...fixedWindow, viewComparison: null, studyState });
  expect(intervalAfter(flowQuery, flow)).toBe(intervalMs);
  const metrics = { kind: "unavailable", reason: "None.", isPending };
  const study = { problem: null, study: { metrics } };
  expect(intervalAfter(traceStudyQuery({ ...fixedWindow, studyState }), study)).toBe(intervalMs);
});

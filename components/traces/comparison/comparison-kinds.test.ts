import { expect, test } from "vitest";
import { swapGroups, type ComparisonState } from "@/lib/client/comparison-url";
import { parseComparisonForm, findComparisonKind } from "./comparison-kinds";

function answer(fields: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return parseComparisonForm(form, Date.parse);
}

const id = "4bf92f3577b34da6a3ce929d0e0e4736";

test.each([
  [
    { kind: "slow", threshold: "0.9", maxRequests: "500" },
    { a: { kind: "slow" }, slowQuantile: 0.9, slowOverMs: null, maxRequests: 500 },
  ],
  [
    { kind: "slow", threshold: "custom", seconds: "1.5" },
    { a: { kind: "slow" }, slowOverMs: 1_500 },
  ],
  [
    { kind: "window", other: "weekday" },
    { a: { kind: "all" }, b: { kind: "weekday" } },
  ],
  [
    { kind: "window", other: "earlier:86400" },
    { a: { kind: "all" }, b: { kind: "earlier", shiftMs: 86_400_000 } },
  ],
  [
    { kind: "window", other: "from", begins: "2026-11-22T09:00Z" },
    { b: { kind: "from", startMs: Date.UTC(2026, 10, 22, 9) } },
  ],
  [
    { kind: "deployment", with: "code-32b" },
    { a: { kind: "all" }, b: { kind: "all" }, bDeployment: "code-32b" },
  ],
  [
    { kind: "change", event: "1780000000000" },
    { a: { kind: "after" }, b: { kind: "before" }, changeAtMs: 1_780_000_000_000 },
  ],
  [{ kind: "load" }, { a: { kind: "high-load" }, b: { kind: "low-load" } }],
  [
    { kind: "value", attribute: "version", one: "2", value: "1" },
    { comparedAttribute: "version", a: { kind: "value", value: "2" } },
  ],
  [
    { kind: "trace", first: id },
    { a: { kind: "trace", traceId: id }, b: { kind: "all" } },
  ],
])("parses %o as a comparison whose kind does not depend on the order of sides", (fields, change) => {
  const found = answer(fields);
  expect(found).toMatchObject({ kind: "change", change });
  const state = {
    aDeployment: null,
    bDeployment: null,
    ...(found.kind === "change" ? found.change : {}),
  } as ComparisonState;
  expect(findComparisonKind(state)).toBe(fields.kind);
  expect(findComparisonKind({ ...state, ...swapGroups(state) })).toBe(fields.kind);
});

test.each([
  { kind: "slow", threshold: "custom", seconds: "" },
  { kind: "window", other: "from", begins: "" },
  { kind: "deployment", with: "" },
  { kind: "change", event: "", instant: "" },
  { kind: "value", attribute: "version", one: "1", value: "1" },
  { kind: "trace", first: "nonsense" },
])("reports the missing input of %o", (fields) => {
  expect(answer(fields)).toMatchObject({ kind: "error" });
});

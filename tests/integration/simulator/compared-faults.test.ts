/**
 * Faults with a known phase in the demo's fleet, in simulated time: a comparison names that phase, regardless of the
 * healthy side.
 */
import { describe, expect, test } from "vitest";
import { fleet } from "@/demo/simulator/fleet";
import { Simulation } from "@/demo/simulator/simulation";
import { toResourceSpans } from "@/demo/simulator/traces/otlp";
import type { RequestTrace } from "@/demo/simulator/traces/request-trace";
import { isSignificant } from "@/lib/analysis/statistics/significance/mean-difference";
import { analyseTraces, type AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { compareGroups } from "@/lib/analysis/traces/comparison/compare-groups";
import { comparisonSentence } from "@/lib/sentences/traces/comparison-sentence";
import { pairServices } from "@/lib/analysis/traces/comparison/paired-services";
import { compareSlowWithRest } from "@/lib/analysis/traces/contrast/compare-slow-with-rest";
import { selectSlowGroup } from "@/lib/analysis/traces/contrast/slow-group";
import { listPhaseMaps } from "@/lib/engines/definitions/phase-maps";
import { defaultSlowQuantile } from "@/lib/model/traces/study-bounds";
import { runToCompletion } from "@/tests/support/traces/run-to-completion";
import { studySlowRequests } from "@/lib/services/traces/study/study-slow";
import { v3Traces } from "@/lib/sources/jaeger/wire";
import { knownFaults, type KnownFault } from "@/tests/support/histories/known-faults";
import { sentenceText } from "@/tests/support/sentence-text";

const startMs = Date.UTC(2026, 10, 18, 9);
const minuteMs = 60_000;

type ByDeployment = ReadonlyMap<string, readonly AnalysedTrace[]>;

/**
 * Simulates a healthy minute and the minute after the faults were set, and returns the requests that started in each,
 * by deployment.
 */
function play(
  plans: typeof fleet,
  wished: readonly Omit<KnownFault, "phase" | "expectedText">[],
  afterMs = minuteMs,
): { readonly before: ByDeployment; readonly after: ByDeployment } {
  const traces: RequestTrace[] = [];
  const simulation = new Simulation({
    fleet: plans,
    seed: 11,
    startMs,
    traceSampleRatio: 1,
    onTrace: (trace) => traces.push(trace),
  });
  simulation.advance(startMs + 2 * minuteMs);
  const faultAtMs = simulation.nowMs;
  for (const { deployment, fault, strength, instance } of wished)
    simulation.findWorkload(deployment)?.setFault(fault, strength, faultAtMs, instance);
  simulation.advance(faultAtMs + afterMs);
  return {
    before: analysed(traces, faultAtMs - minuteMs, faultAtMs),
    after: analysed(traces, faultAtMs, faultAtMs + afterMs),
  };
}

function analysed(traces: readonly RequestTrace[], fromMs: number, toMs: number): ByDeployment {
  const own = traces.filter(({ spans }) => {
    const rootMs = spans.find(({ parentSpanId }) => parentSpanId === null)?.startMs ?? 0;
    return rootMs >= fromMs && rootMs < toMs;
  });
  const resourceSpans = own.flatMap(({ traceId, spans }) => toResourceSpans(traceId, spans));
  const read = analyseTraces(v3Traces.parse({ result: { resourceSpans } }), listPhaseMaps("vllm"));
  return Map.groupBy(read, ({ rows, tree }) =>
    (rows[tree.rootRow]?.span.service ?? "").replace(/-gateway$/, ""),
  );
}

describe("a minute after three faults were set", () => {
  const played = play(fleet, knownFaults);
  const otherNames = [
    ...fleet.map(({ name }) => name).filter((name) => !knownFaults.some((one) => one.deployment === name)),
    "before",
  ];
  const cases = knownFaults.flatMap((one) => otherNames.map((other) => ({ ...one, other })));

  test.each(cases)(
    "$fault of $deployment explains over 80 % of the difference to $other",
    ({ deployment, phase, expectedText, other }) => {
      const slow = played.after.get(deployment) ?? [];
      const rest = (other === "before" ? played.before.get(deployment) : played.after.get(other)) ?? [];
      const found = compareGroups(slow, rest, "first-token")!;
      const row = found.phases.find((each) => each.phase === phase)!;
      expect(isSignificant(row) && isSignificant(found.total)).toBe(true);
      expect(row.differenceShare).toBeGreaterThan(0.8);
      expect(sentenceText(comparisonSentence(found, { a: "These", b: "Those" }))).toContain(
        ` ${expectedText} than those: `,
      );
    },
  );
});

test("for any two deployments, common work is one node: only another service is on one side", () => {
  const { before } = play(fleet, []);
  const names = fleet.map(({ name }) => name);
  const ownNames = (slug: string) => ({ services: [`${slug}-gateway`, slug], slug });
  for (const one of names)
    for (const other of names.filter((name) => name > one)) {
      const paired = pairServices(ownNames(one), ownNames(other));
      const { nodes } = compareGroups(before.get(one) ?? [], before.get(other) ?? [], "request", paired)!;
      const alone = nodes.filter(({ onlyIn }) => onlyIn !== null);
      expect(alone.filter(({ service }) => service !== "feature-store")).toEqual([]);
      const decode = nodes.filter(({ name }) => name === "decode");
      expect(decode).toMatchObject([{ service: `${one} / ${other}`, onlyIn: null }]);
    }
});

test.each(knownFaults)(
  "$fault on one instance: the slow half compared with the rest ranks the instance first",
  ({ fault, strength }) => {
    const plan = fleet.find(({ name }) => name === "search-30b")!;
    const { after } = play([plan], [{ deployment: plan.name, fault, strength, instance: "search-30b-1" }]);
    const byHalf = compareSlowWithRest(selectSlowGroup(after.get(plan.name) ?? [], { by: "ttft", q: 0.5 })!);
    expect(byHalf.kind === "differences" ? byHalf.differences[0] : byHalf).toMatchObject({
      feature: { attribute: "server.address" },
      match: { value: "search-30b-1" },
      mayBeChance: false,
    });
  },
);

test.each(["assist-8b", "search-30b"])(
  "a tokenizer that is slow on one instance of %s ranks first at the default threshold, before lengths, and is named for full requests too",
  (name) => {
    const plan = fleet.find((one) => one.name === name)!;
    const sick = { deployment: name, fault: "slow-tokenizer", strength: 250, instance: `${name}-1` } as const;
    const requests = play([plan], [sick]).after.get(name) ?? [];
    const byToken = runToCompletion(
      studySlowRequests(requests, { slowBy: "ttft", slowQuantile: defaultSlowQuantile }),
    );
    if (byToken.kind !== "differences") throw new Error("too few");
    const [first, ...otherRows] = byToken.differences.rows;
    const instance = {
      feature: { attribute: "server.address" },
      match: { value: `${name}-1` },
      mayBeChance: false,
    };
    expect(first).toMatchObject({ category: "infrastructure", ...instance });
    expect(otherRows.find(({ category }) => category === "request")).toMatchObject({
      feature: { attribute: "prompt tokens" },
      equivalents: [{ feature: { attribute: "gen_ai.prefill.tokens" } }],
    });
    expect(asUsual(requests)).toMatchObject(instance);
  },
);

/** Returns the top-ranked property with the default threshold. */
function asUsual(requests: readonly AnalysedTrace[]): unknown {
  const outcome = runToCompletion(studySlowRequests(requests, { slowBy: "duration" }));
  return outcome.kind === "differences" ? outcome.differences.rows[0] : outcome;
}

test.each([20, 30, 60])(
  "%i s after the fault the slow instance ranks first with the default threshold",
  (seconds) => {
    for (const { deployment, fault, strength, instance } of knownFaults) {
      if (instance === undefined) continue;
      const plan = fleet.find(({ name }) => name === deployment)!;
      const { after } = play([plan], [{ deployment, fault, strength, instance }], seconds * 1_000);
      expect(asUsual(after.get(deployment) ?? []), deployment).toMatchObject({
        feature: { attribute: "server.address" },
        match: { value: instance },
        mayBeChance: false,
      });
    }
  },
);

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import { createAnalysedRequests, type SampleRequest } from "@/tests/support/traces/analysed-requests";
import { classifyFeature } from "./classify-feature";
import { collectFeatures } from "./features";
import { compareSlowWithRest, type AttributeDifference } from "./compare-slow-with-rest";
import { findSufficientQuantile, selectSlowGroup } from "./slow-group";

/** Returns the attributes that distinguish the requests above the 0.9-quantile. */
function separate(n: number, parts: (index: number) => SampleRequest): readonly AttributeDifference[] {
  const group = selectSlowGroup(createAnalysedRequests(n, parts), { by: "duration", q: 0.9 });
  const answer = compareSlowWithRest(group!);
  if (answer.kind !== "differences") throw new Error(answer.kind);
  return answer.differences;
}

describe("slowGroup", () => {
  test("splits at the quantile by duration or by first token", () => {
    const traces = createAnalysedRequests(100, (index) => ({
      queueMs: index,
      ...(index < 20 ? { attributes: { "gen_ai.latency.time_to_first_token": 0 } } : {}),
    }));
    expect(selectSlowGroup(traces, { by: "duration", q: 0.9 })).toMatchObject({ missingTimeCount: 0 });
    expect(selectSlowGroup(traces, { by: "duration", q: 0.9 })?.slow).toHaveLength(10);
    expect(selectSlowGroup(traces, { by: "ttft", q: 0.9 })).toMatchObject({ missingTimeCount: 20 });
    expect(selectSlowGroup(traces, { by: "duration", thresholdNs: 172.5e6 })?.slow).toHaveLength(50);
    expect(selectSlowGroup([], { by: "duration" })).toBeNull();
  });

  test("requires ten requests on each side", () => {
    const group = selectSlowGroup(
      createAnalysedRequests(50, (index) => ({ queueMs: index })),
      { by: "duration" },
    );
    expect(compareSlowWithRest(group!)).toEqual({
      kind: "too-few",
      slowCount: 2,
      restCount: 48,
      neededCount: 10,
    });
  });

  test("finds the highest quantile that leaves enough requests, or returns null", () => {
    const traces = createAnalysedRequests(50, (index) => ({ queueMs: index }));
    const offered = { quantiles: [0.5, 0.75, 0.95], needed: 10 };
    expect(findSufficientQuantile(traces, "duration", offered)).toEqual({ q: 0.75, slowCount: 12 });
    expect(findSufficientQuantile(traces.slice(0, 15), "duration", offered)).toBeNull();
  });
});

describe("attributes of slow requests", () => {
  test("ranks the instance with the slow tokenizer first, with its counts", () => {
    const [first, ...remaining] = separate(400, (index) => {
      const isSick = index % 8 === 0;
      return {
        instance: isSick ? "chat-2" : `chat-${index % 2}`,
        tokenizeMs: isSick ? 200 + index / 100 : 1,
        promptTokens: 500 + ((index * 37) % 1_000),
        attributes: { tenant: index % 3 === 0 ? "north" : "south" },
      };
    });
    expect(first).toMatchObject({
      feature: { attribute: "service.instance.id", service: "engine" },
      match: { kind: "value", value: "chat-2" },
      slowCount: 40,
      restCount: 10,
      mayBeChance: false,
    });
    expect(first?.pValue).toBeLessThan(1e-9);
    const tenants = remaining.filter(({ feature }) => feature.attribute === "tenant");
    expect(tenants.map(({ mayBeChance }) => mayBeChance)).toEqual([true, true]);
    expect(remaining.find(({ feature }) => feature.attribute === "prompt tokens")?.mayBeChance).toBe(true);
  });

  test("ranks infrastructure before request attributes, even if lengths differ far more", () => {
    const [first, ...remaining] = separate(400, (index) => {
      const isSick = index % 2 === 0;
      const promptTokens = 100 + ((index * 37) % 400);
      return {
        instance: isSick ? "chat-0" : "chat-1",
        tokenizeMs: isSick ? 250 : 1,
        promptTokens,
        prefillMs: promptTokens * 2,
        attributes: { "gen_ai.prefill.tokens": promptTokens - (index % 2) },
      };
    });
    expect(first).toMatchObject({
      category: "infrastructure",
      match: { value: "chat-0" },
      mayBeChance: false,
    });
    const lengths = remaining.filter(({ category, mayBeChance }) => category === "request" && !mayBeChance);
    expect(lengths[0]?.shareDifference).toBeGreaterThan(first?.shareDifference ?? 1);
    expect(lengths[0]).toMatchObject({
      feature: { attribute: "prompt tokens" },
      equivalents: [
        { feature: { attribute: "gen_ai.prefill.tokens" }, match: { kind: "range", upTo: null } },
      ],
    });
    expect(remaining.some(({ feature }) => feature.attribute === "gen_ai.prefill.tokens")).toBe(false);
  });

  test("merges attributes of nearly the same requests under the plainest name, also if fewer requests report it", () => {
    const found = separate(400, (index) => {
      const isError = index % 3 === 0;
      const steps = 50 + ((index * 37) % 400);
      return {
        isError,
        outputTokens: isError ? steps / 4 : steps + (index % 2),
        decodeMs: isError ? 20 : steps * 10,
        attributes: isError ? {} : { "gen_ai.decode.steps": steps },
      };
    });
    const reported = found.filter(({ mayBeChance }) => !mayBeChance);
    expect(reported.map(({ feature }) => feature.attribute)).toEqual(["output tokens", "ended in error"]);
    expect(reported[0]?.equivalents).toMatchObject([
      { feature: { attribute: "gen_ai.decode.steps" }, relation: "same" },
    ]);
  });

  test("merges a requested limit that equals the length, also if both may be due to chance", () => {
    const found = separate(200, (index) => {
      const outputTokens = 20 + ((index * 37) % 180);
      return {
        queueMs: index % 20 === 0 ? 500 : 1,
        outputTokens,
        attributes: { "gen_ai.request.max_tokens": outputTokens, "gen_ai.decode.steps": outputTokens - 1 },
      };
    });
    const lengths = found.filter(({ match, feature }) => match.kind === "range" && feature.service === null);
    expect(lengths).toMatchObject([
      {
        mayBeChance: true,
        feature: { attribute: "output tokens" },
        equivalents: [
          { feature: { attribute: "gen_ai.request.max_tokens" }, relation: "same" },
          { feature: { attribute: "gen_ai.decode.steps" }, relation: "same" },
        ],
      },
    ]);
  });

  test("a value and its complement are one fact", () => {
    const found = separate(300, (index) => ({
      isError: index % 3 === 0,
      decodeMs: index % 3 === 0 ? 5 : 50 + index,
    }));
    const errors = found.filter(({ feature }) => feature.attribute === "ended in error");
    expect(errors).toMatchObject([
      {
        match: { value: "false" },
        equivalents: [
          { feature: { attribute: "ended in error" }, match: { value: "true" }, relation: "complement" },
        ],
      },
    ]);
  });

  test("two values that nearly all requests have are not merged for that reason", () => {
    const found = separate(400, (index) => ({
      queueMs: index >= 360 ? 500 + index : index / 10,
      attributes: { stream: index >= 360 && index % 5 === 0, warm: !(index >= 360 && index % 5 === 1) },
    }));
    const reported = found.filter(({ mayBeChance }) => !mayBeChance);
    expect(reported.map(({ feature }) => feature.attribute).toSorted()).toEqual(["stream", "warm"]);
    expect(
      reported.every(({ equivalents }) => equivalents.every(({ relation }) => relation === "complement")),
    ).toBe(true);
  });

  test.each([
    ["service.instance.id", "engine", "infrastructure"],
    ["flavour", "engine", "infrastructure"],
    ["server.address", null, "infrastructure"],
    ["gen_ai.request.model", null, "infrastructure"],
    ["vllm.engine_index", null, "infrastructure"],
    ["gpu.index", null, "infrastructure"],
    ["worker_id", null, "infrastructure"],
    ["k8s.pod.name", null, "infrastructure"],
    ["network.protocol.version", null, "request"],
    ["prompt_version", null, "request"],
    ["client.region", null, "request"],
    ["user.device.id", null, "request"],
    ["client.address", null, "request"],
    ["gen_ai.response.finish_reasons", null, "request"],
    ["prompt tokens", null, "request"],
    ["prefix.hit", null, "request"],
    ["tenant", null, "request"],
  ] as const)("%s of %s describes the %s", (attribute, service, about) => {
    expect(classifyFeature({ attribute, service })).toBe(about);
  });

  test("a number is tested once and shown by the cut that separates most", () => {
    const found = separate(300, (index) => ({
      promptTokens: index * 10,
      prefillMs: index < 240 ? 20 : 20 + index,
    }));
    const prompts = found.filter(({ feature }) => feature.attribute === "prompt tokens");
    expect(prompts).toHaveLength(1);
    expect(prompts[0]).toMatchObject({
      match: { kind: "range", above: 2_690, upTo: null },
      slowCount: 30,
      restCount: 0,
    });
    expect(prompts[0]?.mayBeChance).toBe(false);
  });

  test("reports an attribute that only slow requests have, or that they lack", () => {
    const found = separate(100, (index) =>
      index < 80 ? { attributes: { "prefix.hit": true } } : { queueMs: 900 + index },
    );
    expect(found[0]).toMatchObject({ feature: { attribute: "prefix.hit" }, match: { kind: "missing" } });
  });

  test("ignores times, ids, texts and constant attributes", () => {
    const traces = createAnalysedRequests(120, (index) => ({
      attributes: {
        "gen_ai.latency.e2e": index,
        queue_time: `${index}ms`,
        "gen_ai.request.id": `id-${index}`,
        "input.value": "word ".repeat(40),
        "gen_ai.request.model": "llama",
        "gen_ai.response.finish_reasons": [index % 2 === 0 ? "stop" : "length"],
      },
    }));
    const { tables, excluded } = collectFeatures(traces);
    expect(tables.map(({ feature }) => feature.attribute)).toEqual([
      "ended in error",
      "aborted by its client",
      "gen_ai.request.model",
      "gen_ai.response.finish_reasons",
    ]);
    expect(excluded).toEqual([
      { feature: { attribute: "gen_ai.request.id", service: null }, reason: "different-for-each" },
      { feature: { attribute: "input.value", service: null }, reason: "text" },
    ]);
  });

  test("random data gives a significant result in at most a few percent of runs", () => {
    const random = createSeededRandom(11);
    const rounds = 100;
    let alarms = 0;
    for (let round = 0; round < rounds; round += 1) {
      const found = separate(120, () => ({
        queueMs: random() * 100,
        promptTokens: Math.round(random() * 4_000),
        instance: `i${Math.floor(random() * 4)}`,
        attributes: { tenant: `t${Math.floor(random() * 5)}`, stream: random() < 0.3 },
      }));
      if (found.some(({ mayBeChance }) => !mayBeChance)) alarms += 1;
    }
    expect(alarms).toBeLessThanOrEqual(8);
  });

  test("property: counts match the groups, and shares are between 0 and 1", () => {
    const pool = createAnalysedRequests(90, (index) => ({
      queueMs: (index * 37) % 50,
      promptTokens: (index * 911) % 3_000,
      instance: "abc".charAt(index % 3),
    }));
    fc.assert(
      fc.property(fc.subarray([...pool], { minLength: 30, maxLength: 60 }), (traces) => {
        const group = selectSlowGroup(traces, { by: "duration", q: 0.6 })!;
        const answer = compareSlowWithRest(group);
        const separations = answer.kind === "differences" ? answer.differences : [];
        for (const one of separations) {
          expect(one.slowCount).toBeLessThanOrEqual(group.slow.length);
          expect(one.restCount).toBeLessThanOrEqual(group.rest.length);
          expect(one.shareDifference).toBeCloseTo(
            one.slowCount / group.slow.length - one.restCount / group.rest.length,
            12,
          );
          expect(one.mayBeChance).toBe(one.pValue > 0.05);
          expect(one.mayBeChance && one.equivalents.length > 0).toBe(false);
        }
        const order = separations.map(
          ({ mayBeChance, category }) => (mayBeChance ? 2 : 0) + Number(category === "request"),
        );
        expect(order).toEqual(order.toSorted((a, b) => a - b));
        expect(group.slow.length + group.rest.length).toBe(traces.length);
      }),
    );
  });
});

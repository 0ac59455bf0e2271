import { describe, expect, test } from "vitest";
import { createRequestTrace } from "@/tests/support/traces/analysed-requests";
import { listPhaseMaps } from "@/lib/engines/definitions/phase-maps";
import { analyseTraces, type AnalysedTrace } from "../analyse-trace";
import { compareGroups } from "./compare-groups";
import { comparePaths } from "./compare-paths";
import { pairServices } from "./paired-services";

const ms = 1_000_000;

/** Requests of a fleet whose service names contain the deployment's name. */
function requestsOf(deployment: string, decodeMs: number, n = 12): readonly AnalysedTrace[] {
  const own: Readonly<Record<string, string>> = {
    "chat-gateway": `${deployment}-gateway`,
    engine: deployment,
  };
  const traces = Array.from({ length: n }, (_, index) => {
    const trace = createRequestTrace({ decodeMs }, `${deployment}${index}`);
    const spans = trace.spans.map((span) => ({ ...span, service: own[span.service] ?? span.service }));
    return { ...trace, spans };
  });
  return analyseTraces(traces, listPhaseMaps("vllm"));
}

const own = (slug: string) => ({ services: [`${slug}-gateway`, slug], slug });

describe("services of two deployments", () => {
  test("are paired by their order along a request, and a shared service is not paired", () => {
    const { displayNames, namePairs } = pairServices(
      { services: ["gateway", "chat-proxy", "chat"], slug: "chat" },
      { services: ["gateway", "code-proxy", "code"], slug: "code" },
    );
    expect([...displayNames]).toEqual([
      ["chat-proxy", "chat-proxy / code-proxy"],
      ["code-proxy", "chat-proxy / code-proxy"],
      ["chat", "chat / code"],
      ["code", "chat / code"],
    ]);
    expect(namePairs).toEqual([
      ["chat-proxy", "code-proxy"],
      ["chat", "code"],
    ]);
  });

  test("keep their names when the deployments have different numbers of services", () => {
    const pair = (a: readonly string[], b: readonly string[]) =>
      pairServices({ services: a, slug: "chat-8b" }, { services: b, slug: "code-32b" });
    expect(pair(["chat-proxy", "chat"], ["code"]).displayNames.size).toBe(0);
    expect(pair(["gateway"], ["gateway"]).displayNames.size).toBe(0);
    expect(pair(["gateway"], ["gateway"]).namePairs).toEqual([["chat-8b", "code-32b"]]);
    expect(pair(["gateway", "chat-8b"], ["gateway", "chat-8b"]).namePairs).toEqual([]);
  });

  test("are one node each, so decode is compared with decode only with pairing", () => {
    const [a, b] = [requestsOf("chat", 250), requestsOf("code", 100)];
    const apart = compareGroups(a, b)!.nodes;
    expect(apart.every(({ onlyIn }) => onlyIn !== null)).toBe(true);

    const paired = pairServices(own("chat"), own("code"));
    const { nodes } = compareGroups(a, b, "request", paired)!;
    expect(nodes.every(({ onlyIn }) => onlyIn === null)).toBe(true);
    const decode = nodes.find(({ name }) => name === "decode")!;
    expect(decode.service).toBe("chat / code");
    expect(decode.measures.criticalNs.difference).toBe(150 * ms);
    expect(decode.measures.criticalNs.a).toBe(250 * ms);
  });

  test("are one row each in a pair of traces", () => {
    const [[a], [b]] = [requestsOf("chat", 250, 1), requestsOf("code", 100, 1)];
    const paired = pairServices(own("chat"), own("code"));
    expect(comparePaths(a!, b!).some((row) => row.a !== null && row.b !== null)).toBe(false);
    expect(comparePaths(a!, b!, paired).every((row) => row.a !== null && row.b !== null)).toBe(true);
  });
});

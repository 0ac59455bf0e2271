import { describe, expect, test } from "vitest";
import { listPhaseMaps } from "@/lib/engines/definitions/phase-maps";
import { drawnSpan, drawnTrace } from "@/tests/support/traces/drawn-trace";
import { analyseTraces, type AnalysedTrace } from "../analyse-trace";
import { compareGroups } from "./compare-groups";
import { pairOperations } from "./paired-operations";
import { comparePaths } from "./compare-paths";
import { pairServices } from "./paired-services";

const ms = 1_000_000;

/** Returns a request as the demo traces it: the gateway's outgoing call is named after the deployment. */
function demoRequest(deployment: string, decodeMs: number): AnalysedTrace {
  const gateway = `${deployment}-gateway`;
  const end = 30 + decodeMs;
  const engine = { service: deployment, parent: "engine" };
  const spans = [
    {
      id: "root",
      service: gateway,
      operation: "POST /v1/chat/completions",
      kind: "server",
      at: [0, end + 2],
    },
    { id: "admission", parent: "root", service: gateway, operation: "admission", at: [0, 1] },
    {
      id: "call",
      parent: "root",
      service: gateway,
      operation: `proxy to ${deployment}`,
      kind: "client",
      at: [1, end + 1],
    },
    {
      id: "features",
      parent: "call",
      service: "feature-store",
      operation: "retrieve features",
      kind: "server",
      at: [1, 3],
    },
    {
      id: "engine",
      parent: "call",
      service: deployment,
      operation: "llm_request",
      kind: "server",
      at: [4, end],
    },
    { ...engine, id: "tokenize", operation: "tokenize", at: [4, 6] },
    { ...engine, id: "queue", operation: "queue", at: [6, 10] },
    { ...engine, id: "prefill", operation: "prefill", at: [10, 30] },
    { ...engine, id: "chunk", parent: "prefill", operation: "prefill chunk 1", at: [10, 30] },
    { ...engine, id: "decode", operation: "decode", at: [30, end] },
    { ...engine, id: "detokenize", operation: "detokenize", at: [end - 2, end - 1] },
    { ...engine, id: "serialize", operation: "serialize", at: [end - 1, end] },
  ] as const;
  const [analysed] = analyseTraces(
    [drawnTrace(spans.map((span) => drawnSpan(span, ms)))],
    listPhaseMaps("vllm"),
  );
  return analysed!;
}

const ownNames = (slug: string) => ({ services: [`${slug}-gateway`, slug], slug });
const paired = pairServices(ownNames("assist-8b"), ownNames("code-32b"));

/** Returns the paired operation names of two deployments. */
function pairsOf(
  namesA: readonly string[],
  namesB: readonly string[],
  between = paired,
): Readonly<Record<string, string>> {
  const named = (names: readonly string[]): readonly AnalysedTrace[] =>
    analyseTraces(
      [drawnTrace(names.map((operation, at) => drawnSpan({ id: String(at), operation, at: [0, 1] })))],
      [],
    );
  return Object.fromEntries(pairOperations(named(namesA), named(namesB), between));
}

describe("operations named after their deployment", () => {
  test("all nodes of two demo deployments match, including decode", () => {
    const [a, b] = [[demoRequest("assist-8b", 400)], [demoRequest("code-32b", 100)]];
    const { nodes } = compareGroups(a, b, "request", paired)!;
    expect(nodes.filter(({ onlyIn }) => onlyIn !== null)).toEqual([]);
    expect(nodes).toHaveLength(12);
    const [decode] = nodes;
    expect(decode).toMatchObject({ service: "assist-8b / code-32b", name: "decode" });
    expect(nodes.filter(({ name }) => name === "decode")).toHaveLength(1);
    const total = nodes.reduce((sum, { measures }) => sum + measures.criticalNs.difference, 0);
    expect(total).toBe(300 * ms);
    expect(nodes.map(({ name }) => name)).toContain("proxy to assist-8b / code-32b");
    expect(comparePaths(a[0]!, b[0]!, paired).every((row) => row.a !== null && row.b !== null)).toBe(true);
  });

  test("a suffix stays with its name, and the longest name wins", () => {
    expect(
      pairsOf(
        ["http://assist-8b.default:8000/v1", "to assist-8b-gateway", "to assist-8b-0"],
        ["http://code-32b.default:8000/v1", "to code-32b-gateway", "to code-32b-0"],
      ),
    ).toMatchObject({
      "to assist-8b-gateway": "to assist-8b-gateway / code-32b-gateway",
      "to code-32b-gateway": "to assist-8b-gateway / code-32b-gateway",
      "to code-32b-0": "to assist-8b-0 / code-32b-0",
      "http://code-32b.default:#/v1": "http://assist-8b.default / code-32b.default:#/v1",
    });
  });

  test("a deployment also matches by its slug", () => {
    const bySlug = pairServices({ services: ["gw"], slug: "chat" }, { services: ["gw"], slug: "code" });
    expect(pairsOf(["route chat"], ["route code"], bySlug)).toEqual({
      "route chat": "route chat / code",
      "route code": "route chat / code",
    });
  });

  test("keep their names when the other side has no such operation, or when both sides have both", () => {
    expect(pairsOf(["proxy to assist-8b"], ["forward to code-32b"])).toEqual({});
    expect(pairsOf(["proxy to assist-8bit"], ["proxy to code-32bit"])).toEqual({});
    const likeSteps = pairServices({ services: ["prefill"], slug: "a" }, { services: ["decode"], slug: "b" });
    expect(pairsOf(["prefill", "decode"], ["prefill", "decode"], likeSteps)).toEqual({});
    const likeRoutes = pairServices(ownNames("chat"), ownNames("code"));
    const route = "POST /v1/chat/completions";
    expect(pairsOf([route], [route], likeRoutes)).toEqual({});
  });

  test("a request forwarded to the other deployment does not prevent matching", () => {
    expect(pairsOf(["proxy to assist-8b", "proxy to code-32b"], ["proxy to code-32b"])).toMatchObject({
      "proxy to assist-8b": "proxy to assist-8b / code-32b",
    });
  });

  test("names with special regular expression characters match literally", () => {
    const odd = pairServices({ services: ["a.b(x)"], slug: "x" }, { services: ["c+[d]-2"], slug: "y" });
    expect(pairsOf(["to a.b(x)"], ["to c+[d]-2"], odd)).toMatchObject({
      "to a.b(x)": "to a.b(x) / c+[d]-2",
    });
    expect(pairsOf(["to aXb(x)"], ["to c+[d]-2"], odd)).toEqual({});
  });
});

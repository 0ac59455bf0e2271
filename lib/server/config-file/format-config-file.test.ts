import { expect, test } from "vitest";
import { parseConfigFile } from "./config-file";
import { formatConfigFile } from "./format-config-file";

const chat = {
  title: "chat-70b",
  slug: "chat-70b",
  engine: "vllm",
  model: "acme/chat-70b",
  pools: [{ role: "both", selectors: [{ model_name: "acme/chat-70b", job: "vllm" }] }],
  traceServices: ["gateway", "chat"],
} as const;

function parse(deployments: Parameters<typeof formatConfigFile>[0]) {
  const written = formatConfigFile(deployments);
  if (written.kind === "absent") throw new Error(written.reason);
  return parseConfigFile(written.text, { fileName: "ridgepoint.yaml", sourceSlugs: ["prometheus"] });
}

test("writes deployments that the parser reads unchanged", () => {
  const pools = [
    { role: "prefill", selectors: [{ job: "yes" }] },
    { role: "decode", selectors: [{ job: "0x10" }, { job: 'a"b\\c: #d' }] },
  ] as const;
  const code = { ...chat, title: "null", slug: "code", pools, traceServices: [] };
  expect(parse([chat, code])).toMatchObject([chat, { ...code, traceServices: undefined }]);
});

test("writes the selectors of a single pool without its role", () => {
  const written = formatConfigFile([chat]);
  expect(written).toEqual({
    kind: "written",
    text: `version: 1
deployments:
  - title: "chat-70b"
    slug: "chat-70b"
    engine: "vllm"
    model: "acme/chat-70b"
    selectors:
      - model_name: "acme/chat-70b"
        job: "vllm"
    traceServices:
      - "gateway"
      - "chat"
`,
  });
});

test("states why deployments with the same series cannot be written", () => {
  expect(formatConfigFile([chat, { ...chat, title: "other", slug: "other" }])).toEqual({
    kind: "absent",
    reason: expect.stringContaining("matches the same series as deployments[0]") as string,
  });
});

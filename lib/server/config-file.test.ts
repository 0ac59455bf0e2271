import { expect, test } from "vitest";
import { ConfigFileError, parseConfigFile } from "./config-file";

const options = { name: "ridgepoint.yaml", sources: ["prometheus"] };
const parse = (content: string) => parseConfigFile(content, options);

const whole = `version: 1
deployments:
  - title: Support chat
    engine: vllm
    pools:
      - role: prefill
        selectors:
          - { model_name: chat, job: vllm-prefill }
      - role: decode
        selectors:
          - model_name: chat
            job: vllm-decode
    attachments:
      - exporter: dcgm
        selectors: [{ Hostname: node-1 }]
    traceServices: [gateway, chat]
  - title: Old one
    slug: legacy
    engine: sglang
    model: org/old
    selectors:
      - { model_name: old }
    hidden: true
`;

test("a whole file", () => {
  expect(parse(whole)).toEqual([
    {
      title: "Support chat",
      slug: "support-chat",
      source: "prometheus",
      engine: "vllm",
      model: "chat",
      pools: [
        { role: "prefill", selectors: [{ model_name: "chat", job: "vllm-prefill" }] },
        { role: "decode", selectors: [{ model_name: "chat", job: "vllm-decode" }] },
      ],
      attachments: [{ exporter: "dcgm", selectors: [{ Hostname: "node-1" }] }],
      traceServices: ["gateway", "chat"],
      hidden: false,
    },
    {
      title: "Old one",
      slug: "legacy",
      source: "prometheus",
      engine: "sglang",
      model: "org/old",
      pools: [{ role: "both", selectors: [{ model_name: "old" }] }],
      attachments: undefined,
      traceServices: undefined,
      hidden: true,
    },
  ]);
});

test("no deployment at all is allowed", () => {
  expect(parse("version: 1\ndeployments: []\n")).toEqual([]);
});

const one = (lines: string): string => `version: 1\ndeployments:\n  - title: A\n${lines}`;

test.each([
  ["", "ridgepoint.yaml:1", /version is missing/, /version: 1/],
  ["version: 2\ndeployments: []", "ridgepoint.yaml:1", /must be 1/, /version: 1/],
  ["version: 1\n", "ridgepoint.yaml:1", /deployments is missing/, /deployments:/],
  ["version: 1\ndeployments:\n  a: 1\n", "ridgepoint.yaml:2", /must be a list/, /deployments:/],
  ["version: 1\ndeployments:\n  - title: [", "ridgepoint.yaml:3", /is not YAML/, /indentation/],
  ["version: 1\nversion: 1\n", "ridgepoint.yaml:2", /is not YAML/, /indentation/],
  [
    one("    engine: vlm\n    selectors: []\n"),
    "ridgepoint.yaml:4",
    /deployments\[0\]\.engine must be one of vllm/,
    /engine: vllm/,
  ],
  [
    one("    selectors: [{ job: a }]\n"),
    "ridgepoint.yaml:3",
    /deployments\[0\]\.engine is missing/,
    /engine: vllm/,
  ],
  [
    one("    engine: vllm\n    colour: red\n"),
    "ridgepoint.yaml:5",
    /deployments\[0\]\.colour is not known/,
    /spelling/,
  ],
  [one("    engine: vllm\n"), "ridgepoint.yaml:3", /either selectors or pools/, /selectors:/],
  [
    one("    engine: vllm\n    selectors:\n      - job: a\n      - job: 7\n"),
    "ridgepoint.yaml:7",
    /selectors\[1\]\.job must be text/,
    /correct job/,
  ],
  [
    one("    engine: vllm\n    selectors:\n      - job: ''\n"),
    "ridgepoint.yaml:6",
    /at least one label/,
    /selectors/,
  ],
  [
    one("    engine: vllm\n    selectors: []\n"),
    "ridgepoint.yaml:5",
    /every pool needs a selector/,
    /selectors/,
  ],
  [
    one("    engine: vllm\n    source: other\n    selectors: [{ job: a }]\n"),
    "ridgepoint.yaml:5",
    /"other" is no metrics source/,
    /use prometheus/,
  ],
  [
    one("    engine: vllm\n    hidden: maybe\n    selectors: [{ job: a }]\n"),
    "ridgepoint.yaml:5",
    /true or false/,
    /hidden/,
  ],
  [
    one(
      "    engine: vllm\n    selectors: [{ job: a }]\n  - title: a\n    engine: vllm\n    selectors: [{ job: b }]\n",
    ),
    "ridgepoint.yaml:6",
    /slug a, as one before/,
    /slug:/,
  ],
  [
    one("    engine: vllm\n    pools:\n      - role: boss\n        selectors: [{ job: a }]\n"),
    "ridgepoint.yaml:6",
    /role must be one of prefill/,
    /role/,
  ],
])("%j is refused with line and fix", (content, where, wrong, fix) => {
  let told = "";
  try {
    parse(content);
  } catch (error) {
    told = error instanceof ConfigFileError ? error.message : "";
  }
  const [head = "", tail = ""] = told.split(". fix: ");
  expect(head.slice(0, head.indexOf(": "))).toBe(where);
  expect(head).toMatch(wrong);
  expect(tail).toMatch(fix);
});

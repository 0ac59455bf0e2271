import { expect, test } from "vitest";
import { checkConfigFile, ConfigFileError, parseConfigFile } from "./config-file";

const options = { fileName: "ridgepoint.yaml", sourceSlugs: ["prometheus"] };
const parse = (content: string) => parseConfigFile(content, options);

const completeFile = `version: 1
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
    phases:
      - { operation: "warm*", attribute: "stage=lora", phase: queue }
  - title: Old one
    slug: legacy
    engine: sglang
    model: org/old
    selectors:
      - { model_name: old }
    hidden: true
`;

test("parses a complete file", () => {
  expect(parse(completeFile)).toEqual([
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
      mappings: undefined,
      phases: [{ operation: "warm*", attribute: "stage=lora", phase: "queue" }],
      isHidden: false,
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
      mappings: undefined,
      phases: undefined,
      isHidden: true,
    },
  ]);
});

test("refuses the second of two titles that differ only in case, whichever has a slug", () => {
  const two = (first: string, second: string) =>
    `version: 1\ndeployments:\n  - title: Chat\n${first}    engine: vllm\n    selectors: [{ job: a }]\n  - title: chat\n${second}    engine: vllm\n    selectors: [{ job: b }]\n`;
  expect(() => parse(two("    slug: x\n", ""))).toThrow(
    /title "chat" is already the title of an earlier deployment/,
  );
  expect(() => parse(two("", "    slug: x\n"))).toThrow(
    /title "chat" is already the title of an earlier deployment/,
  );
  expect(() => parse(two("", ""))).toThrow(/has the slug chat of an earlier deployment\. fix: [^;]*$/);
});

test("a selector may serve two engines or two training jobs, but not two deployments of one engine", () => {
  const twoEngines = (first: string, second: string) =>
    `version: 1\ndeployments:\n  - title: A\n    engine: ${first}\n    selectors: [{ job: a }]\n  - title: B\n    engine: ${second}\n    selectors: [{ job: a }]\n`;
  const mapped = "training\n    mappings: { train-loss: { gauge: l } }";
  expect(parse(twoEngines("vllm", "litellm"))).toHaveLength(2);
  expect(parse(twoEngines(mapped, mapped))).toHaveLength(2);
  expect(() => parse(twoEngines("vllm", "vllm"))).toThrow(/matches the same series as deployments\[0\]/);
});

test("a title without usable letters takes its slug from the model", () => {
  const titled = (rest: string) =>
    `version: 1\ndeployments:\n  - title: 検索\n    engine: vllm\n${rest}    selectors: [{ model_name: org/find-7b }]\n`;
  expect(parse(titled("")).map(({ slug }) => slug)).toEqual(["find-7b"]);
  expect(parse(titled("    model: org/look-8b\n")).map(({ slug }) => slug)).toEqual(["look-8b"]);
});

test("accepts a file without deployments", () => {
  expect(parse("version: 1\ndeployments: []\n")).toEqual([]);
});

const one = (lines: string): string => `version: 1\ndeployments:\n  - title: A\n${lines}`;

test.each([
  ["", "ridgepoint.yaml:1", /version is missing/, /version: 1/],
  ["version: 2\ndeployments: []", "ridgepoint.yaml:1", /must be 1/, /version: 1/],
  ["version: 1\n", "ridgepoint.yaml:1", /deployments is missing/, /deployments:/],
  ["version: 1\ndeployments:\n  a: 1\n", "ridgepoint.yaml:2", /must be a list/, /deployments:/],
  ["version: 1\ndeployments:\n  - title: [", "ridgepoint.yaml:3", /is not YAML/, /indentation/],
  [
    one('    engine: "vllm\n    selectors: [{ job: a }]\n'),
    "ridgepoint.yaml:4",
    /quote .* not closed/,
    /line 4/,
  ],
  [one("    engine: vllm\n    model: 'a\n"), "ridgepoint.yaml:5", /single quote .* not closed/, /line 5/],
  [
    one('    engine: vllm\n    selectors: [{ job: "a }]\n    hidden: true\n'),
    "ridgepoint.yaml:5",
    /double quote .* not closed/,
    /line 5/,
  ],
  // Closed text of several lines is not the cause of a later error.
  [
    one('    model: "a\n      b"\n    engine: vllm: x\n'),
    "ridgepoint.yaml:6",
    /is not YAML: .* colon/,
    /^put the text in quotes/,
  ],
  [
    "version: 1\nversion: 1\n",
    "ridgepoint.yaml:2",
    /is not YAML: version is a duplicate/,
    /^remove one of them/,
  ],
  [
    one("    engine: vllm\n    engine: tgi\n"),
    "ridgepoint.yaml:5",
    /engine is a duplicate/,
    /^remove one of them/,
  ],
  ["version: 1\n---\ndeployments: []\n", "ridgepoint.yaml:2", /second document/, /^keep one document/],
  ["version: 1\ndeployments:\n  - title: A: B\n", "ridgepoint.yaml:3", /colon/, /^put the text in quotes/],
  ["version: 1\ndeployments:\n  - title: @a\n", "ridgepoint.yaml:3", /cannot begin with @/, /in quotes/],
  ["version: 1\ndeployments:\n\t- title: A\n", "ridgepoint.yaml:3", /with a tab/, /spaces/],
  ["version: 1\n deployments: []\n", "ridgepoint.yaml:1", /is not YAML/, /indentation/],
  [
    one("    engine: vllm\n    model: *y\n"),
    "ridgepoint.yaml:5",
    /alias \*y has no anchor &y above it/,
    /quotes/,
  ],
  [
    one("    engine: vllm\n    selectors: [job=a]\n"),
    "ridgepoint.yaml:5",
    /must be labels with their values$/,
    /write selectors such as/,
  ],
  [
    one("    engine: VLLM\n    selectors: [{ job: a }]\n"),
    "ridgepoint.yaml:4",
    /did you mean vllm\?/,
    /engine: vllm/,
  ],
  [
    one(
      "    engine: vllm\n    selectors: [{ job: a }]\n  - title: a\n    slug: b\n    engine: vllm\n    selectors: [{ job: b }]\n",
    ),
    "ridgepoint.yaml:6",
    /title "a" is already the title of an earlier deployment/,
    /different title/,
  ],
  [
    one(
      "    engine: vllm\n    selectors: [{ job: a, zone: z }]\n  - title: B\n    engine: vllm\n    pools:\n      - selectors:\n          - { job: b }\n          - { zone: z, job: a }\n",
    ),
    "ridgepoint.yaml:11",
    /deployments\[1\]\.pools\[0\]\.selectors\[1\] matches the same series as deployments\[0\]/,
    /distinguishes them/,
  ],
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
    one("    engine: vllm\n    colour: red\n    selectors: [{ job: a }]\n"),
    "ridgepoint.yaml:5",
    /deployments\[0\]\.colour is not known/,
    /spelling/,
  ],
  [one("    engine: vllm\n"), "ridgepoint.yaml:3", /either selectors or pools/, /selectors:/],
  [
    one("    engine: vllm\n    selectors: [{ job: a }]\n    pools:\n      - selectors: [{ job: b }]\n"),
    "ridgepoint.yaml:6",
    /both selectors and pools/,
    /move the selectors into a pool/,
  ],
  [
    one("    engine: vllm\n    selectors:\n      - job: a\n      - job: 7\n"),
    "ridgepoint.yaml:7",
    /selectors\[1\]\.job must be text/,
    /correct job/,
  ],
  [
    one("    engine: vllm\n    slug: Not A\n    selectors: [{ job: a }]\n"),
    "ridgepoint.yaml:5",
    /slug must be lower-case letters/,
    /such as slug: support-chat, or remove the line/,
  ],
  [
    one("    engine: vllm\n    pools: [{ role: decoder, selectors: [{ job: a }] }]\n"),
    "ridgepoint.yaml:5",
    /role must be one of prefill, decode, both, router/,
    /such as role: decode/,
  ],
  [
    one("    engine: vllm\n    pools: {}\n"),
    "ridgepoint.yaml:5",
    /pools must be a list of pools/,
    /such as - \{ role: decode, selectors:/,
  ],
  [
    one(
      "    engine: vllm\n    selectors: [{ job: a }]\n    attachments: [{ exporter: dcm, selectors: [] }]\n",
    ),
    "ridgepoint.yaml:6",
    /exporter must be one of dcgm,/,
    /such as exporter: dcgm/,
  ],
  [
    one("    engine: vllm\n    selectors: [{ job: a }]\n  - just text\n"),
    "ridgepoint.yaml:6",
    /deployments\[1\] must be a deployment with indented fields/,
    /write - title: "Chat"/,
  ],
  ["just text", "ridgepoint.yaml:1", /must have version: and deployments:/, /start the file with version: 1/],
  [
    'version: 1\ndeployments:\n  - title: ""\n    engine: vllm\n    selectors: [{ job: a }]\n',
    "ridgepoint.yaml:3",
    /title must not be empty/,
    /write title:/,
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
    /"other" is not a metrics source/,
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
    /slug a of an earlier deployment/,
    /different slug/,
  ],
  [
    one("    engine: training\n    selectors: [{ job: a }]\n"),
    "ridgepoint.yaml:4",
    /a training job requires mappings/,
    /mappings:/,
  ],
  [
    one(
      "    engine: training\n    selectors: [{ job: a }]\n    mappings:\n      train-loss: { counter: l }\n",
    ),
    "ridgepoint.yaml:7",
    /mappings\.train-loss: a level cannot be computed from a counter/,
    /gauge/,
  ],
  [
    one(
      "    engine: training\n    selectors: [{ job: a }]\n    mappings:\n      train-tokens: { gauge: l }\n",
    ),
    "ridgepoint.yaml:7",
    /a rate cannot be computed from a gauge/,
    /counter/,
  ],
  [
    one(
      "    engine: training\n    selectors: [{ job: a }]\n    mappings:\n      train-data-wait: { counter: l }\n",
    ),
    "ridgepoint.yaml:7",
    /is a share, but its total is not named/,
    /of:/,
  ],
  [
    one(
      "    engine: training\n    selectors: [{ job: a }]\n    mappings:\n      train-loss: { gauge: a, counter: b }\n",
    ),
    "ridgepoint.yaml:7",
    /needs exactly one of histogram, counter or gauge/,
    /train-loss/,
  ],
  [
    one("    engine: training\n    selectors: [{ job: a }]\n    mappings:\n      ttft: { histogram: a }\n"),
    "ridgepoint.yaml:7",
    /ttft is not known/,
    /spelling/,
  ],
  [
    one(
      "    engine: training\n    selectors: [{ job: a }]\n    mappings:\n      train-loss: { gauge: 'a b' }\n",
    ),
    "ridgepoint.yaml:7",
    /must be a valid metric name/,
    /gauge/,
  ],
  [
    one(
      "    engine: vllm\n    selectors: [{ job: a }]\n    phases:\n      - { operation: run, phase: thinking }\n",
    ),
    "ridgepoint.yaml:7",
    /phases\[0\]\.phase must be one of gateway/,
    /use one of gateway/,
  ],
  [
    one(
      '    engine: vllm\n    selectors: [{ job: a }]\n    phases:\n      - { operation: run, phase: queue }\n      - { operation: "*", phase: queue }\n',
    ),
    "ridgepoint.yaml:8",
    /phases\[1\] matches every span/,
    /\*tokenize\*/,
  ],
  [
    one("    engine: vllm\n    selectors: [{ job: a }]\n    phases: tokenize\n"),
    "ridgepoint.yaml:6",
    /phases must be a list of rules/,
    /write rules such as/,
  ],
  [
    one("    engine: vllm\n    selectors: [{ job: a }]\n    limits: { ttftP95Seconds: 0 }\n"),
    "ridgepoint.yaml:6",
    /limits\.ttftP95Seconds must be a number of seconds, at most 3600, and above 0/,
    /write limits such as/,
  ],
  [
    one("    engine: vllm\n    selectors: [{ job: a }]\n    limits: { errorRatio: 1 % }\n"),
    "ridgepoint.yaml:6",
    /limits\.errorRatio must be a number of at most 1, and above 0/,
    /write limits such as/,
  ],
  [
    one("    engine: vllm\n    pools:\n      - role: boss\n        selectors: [{ job: a }]\n"),
    "ridgepoint.yaml:6",
    /role must be one of prefill/,
    /role/,
  ],
])("%j is refused with line and fix", (content, where, wrong, fix) => {
  let message = "";
  try {
    parse(content);
  } catch (error) {
    message = error instanceof ConfigFileError ? error.message : "";
  }
  const [head = "", tail = ""] = message.split(". fix: ");
  expect(head.slice(0, head.indexOf(": "))).toBe(where);
  expect(head).toMatch(wrong);
  expect(tail).toMatch(fix);
});

test("accepts the mappings of a training job's metrics", () => {
  const mappings = {
    "train-step-time": { histogram: "step_ms", scale: 0.001 },
    "train-data-wait": { histogram: "wait_ms" },
    "train-loss": { gauge: "loss", labels: { split: "train" } },
    "train-tokens": { counter: "tokens_total" },
  };
  const lines = Object.entries(mappings).map(([id, given]) => `      ${id}: ${JSON.stringify(given)}\n`);
  const content = one(`    engine: training\n    selectors: [{ job: a }]\n    mappings:\n${lines.join("")}`);
  expect(parse(content)).toMatchObject([{ engine: "training", model: "A", mappings }]);
});

test.each([
  [
    "    engin: vllm\n    selectors: [{ job: a }]\n",
    /engine is missing; line 4: .*engin is not known \(did you mean engine\?/,
  ],
  [
    "    engine: vllm\n    pools: [{ rol: both, selectors: [{ job: a }] }]\n",
    /rol is not known \(did you mean role\?/,
  ],
  ["    engine: vllm\n    selectors: [{ job: a }]\n    phases: [{ phaze: queue }]\n", /did you mean phase\?/],
  [
    "    engine: vllm\n    selectors: [{ job: a }]\n    limits: { ttftP99Seconds: 2 }\n",
    /did you mean ttftP95Seconds\?/,
  ],
  [
    "    engine: training\n    selectors: [{ job: a }]\n    mappings: { train-los: { gauge: l } }\n",
    /did you mean train-loss\?/,
  ],
  [
    "    engine: training\n    selectors: [{ job: a }]\n    mappings: { train-loss: { guage: l } }\n",
    /did you mean gauge\?/,
  ],
])("suggests the nearest name for a misspelt one: %j", (lines, message) => {
  expect(() => parse(one(lines))).toThrow(message);
});

test("combines the first three errors and counts the others", () => {
  const many = one(
    "    engine: vlm\n    colour: red\n    taste: sweet\n    sound: low\n    selectors: [{ job: 7 }]\n",
  );
  expect(() => parse(many)).toThrow(
    /yaml:4: .*; line 5: .*colour.*; line 6: .*taste.*; and 2 more \(list them with npm run doctor -- --config ridgepoint\.yaml\)\. fix: /,
  );
  expect(checkConfigFile(many, options).errors).toHaveLength(5);
});

test("reports all errors at once", () => {
  const content = one("    engine: vlm\n    colour: red\n    selectors: [{ job: 7 }]\n");
  expect(checkConfigFile(content, options).errors.map(({ location }) => location)).toEqual([
    "ridgepoint.yaml:4",
    "ridgepoint.yaml:5",
    "ridgepoint.yaml:6",
  ]);
});

test("an error in one field does not hide errors in other fields or deployments", () => {
  const content = [
    one("    engine: vlm\n    selectors: []\n    source: other\n"),
    "  - title: a\n    engine: vllm\n    hidden: maybe\n",
    "  - title: B\n    engine: vllm\n    slug: Not this\n    selectors: [{ job: b }]\n    pools: 7\n",
  ].join("");
  expect(
    checkConfigFile(content, options).errors.map(({ location, problem }) => `${location} ${problem}`),
  ).toEqual([
    expect.stringMatching(/:4 deployments\[0\]\.engine must be one of/),
    expect.stringMatching(/:5 deployments\[0\]\.selectors: every pool needs a selector/),
    expect.stringMatching(/:6 deployments\[0\]\.source "other" is not a metrics source/),
    expect.stringMatching(/:7 deployments\[1\] needs either selectors or pools/),
    expect.stringMatching(/:7 deployments\[1\] has the slug a of an earlier deployment/),
    expect.stringMatching(/:9 deployments\[1\]\.hidden must be true or false/),
    expect.stringMatching(/:12 deployments\[2\]\.slug must be lower-case/),
    expect.stringMatching(/:14 deployments\[2\]\.pools/),
    expect.stringMatching(/:14 deployments\[2\] has both selectors and pools/),
  ]);
});

test("an invalid rule does not hide other rules, and a repeated service is reported", () => {
  const content = one(
    [
      "    engine: vllm",
      "    selectors: [{ job: a }]",
      "    traceServices: [gateway, 5, gateway]",
      "    phases:",
      '      - { operation: "*", phase: queue }',
      "      - { operation: run, phase: thinking }",
      "      - { attribute: x, phaze: queue }",
      '      - { operation: "**", phase: thinking }',
      "",
    ].join("\n"),
  );
  expect(
    checkConfigFile(content, options).errors.map(({ location, problem }) => `${location} ${problem}`),
  ).toEqual([
    expect.stringMatching(/:6 deployments\[0\]\.traceServices\[1\] must be text/),
    expect.stringMatching(/:6 deployments\[0\]\.traceServices\[2\] "gateway" is a duplicate/),
    expect.stringMatching(/:8 deployments\[0\]\.phases\[0\] matches every span/),
    expect.stringMatching(/:9 deployments\[0\]\.phases\[1\]\.phase must be one of/),
    expect.stringMatching(/:10 deployments\[0\]\.phases\[2\]\.phase is missing/),
    expect.stringMatching(/:10 deployments\[0\]\.phases\[2\]\.phaze is not known/),
    expect.stringMatching(/:11 deployments\[0\]\.phases\[3\]\.phase must be one of/),
    expect.stringMatching(/:11 deployments\[0\]\.phases\[3\] matches every span/),
  ]);
});

const withEnvironment = (environment: string): string =>
  `version: 1\ndeployments:\n  - title: Chat\n    engine: vllm\n    selectors: [{ job: a }]\n    environment: ${environment}\n`;

test("environment values are text, also when the file has numbers", () => {
  const [deployment] = parse(withEnvironment("{ region: eu-1, gpu.clockMhz: 1980, gpu.ecc: true }"));
  expect(deployment?.environment).toEqual({ region: "eu-1", "gpu.clockMhz": "1980", "gpu.ecc": "true" });
});

test.each(["{ region: [eu-1] }", "{ region name: eu-1 }", "{ constructor: [eu-1] }", "eu-1"])(
  "the error of the environment %s names the field and the fix",
  (environment) => {
    const { errors } = checkConfigFile(withEnvironment(environment), options);
    expect(errors.map(({ problem }) => problem).join()).toMatch(/deployments\[0\]\.environment/);
    expect(errors[0]?.fix).toMatch(/^write paths with their values/);
  },
);

test("the price of a GPU hour has an amount and a currency", () => {
  const withPrice = (price: string) =>
    checkConfigFile(withEnvironment(`{ region: eu-1 }\n    gpuHourPrice: ${price}`), options);
  const [deployment] = withPrice("{ amount: 2.5, currency: EUR }").deployments;
  expect(deployment?.gpuHourPrice).toEqual({ perAcceleratorHour: 2.5, currency: "EUR" });
  for (const wrong of [
    "2.5",
    "{ amount: 0, currency: EUR }",
    "{ amount: 2.5 }",
    "{ amount: 2.5, currency: euro }",
  ]) {
    const { errors } = withPrice(wrong);
    expect(errors.map(({ problem }) => problem).join(), wrong).toMatch(/deployments\[0\]\.gpuHourPrice/);
    expect(errors[0]?.fix, wrong).toContain("gpuHourPrice: { amount: 2.5, currency: EUR }");
  }
});

test("the error of an invalid environment path names the path and the rule", () => {
  const { errors } = checkConfigFile(withEnvironment("{ region: eu-1, region name: eu-1 }"), options);
  expect(errors.map(({ problem }) => problem)).toEqual([
    "deployments[0].environment.region name is not a valid path. Must be words joined by dots, such as engine.flags.max_num_seqs.",
  ]);
});

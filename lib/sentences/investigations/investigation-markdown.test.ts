import { expect, test } from "vitest";
import type { InvestigationDocument } from "@/lib/contracts/investigations/export";
import { writeInvestigationMarkdown } from "./investigation-markdown";

const investigation: InvestigationDocument["investigation"] = {
  id: "0199",
  number: 31,
  title: "TTFT p95 [doubled](http://x)",
  severity: 2,
  state: "monitoring",
  step: "validate",
  round: 1,
  deployments: [{ slug: "chat-70b", title: "Chat 70B" }],
  owner: { id: "p1", name: "Mara" },
  team: null,
  visibility: "open",
  tags: ["kv"],
  dueOn: "2026-12-01",
  startedAtMs: 0,
  detectedAtMs: null,
  mitigatedAtMs: null,
  resolvedAtMs: null,
  author: "Mara",
  version: 1,
  createdAtMs: 60_000,
  updatedAtMs: 60_000,
  opening: { kind: "chart", path: "/signals?d=chat-70b" },
  goal: { kind: "change", signal: "ttft", statistic: "p95", changeRatio: -0.3 },
  conditions: [{ kind: "signal", signal: "tpot", statistic: "mean", maxWorseningRatio: 0.05 }],
  links: [{ kind: "ticket", title: "#1", url: "https://git.example/a>b%zz" }],
  baseline: null,
  deploy: { id: "d1", title: "chat 2.4", atMs: 30_000 },
};

const written = (text: string): InvestigationDocument["timeline"][number] => ({
  id: "t1",
  atMs: 60_000,
  author: "Ines",
  isPinned: false,
  canEdit: false,
  editedAtMs: null,
  version: 1,
  payload: { kind: "comment", text, mentions: [] },
  people: {},
});

const document: InvestigationDocument = {
  schemaVersion: 1,
  exportedAtMs: 120_000,
  investigation,
  steps: [
    {
      step: "define-baseline",
      round: 1,
      state: "done",
      reason: null,
      answers: { "present-value": "0.9 s\nn = 1200" },
      checked: ["normal-operation"],
      addedItems: [],
      version: 2,
    },
    {
      step: "identify-symptoms",
      round: 1,
      state: "open",
      reason: null,
      answers: { layer: "compute" },
      checked: [],
      addedItems: [],
      version: 1,
    },
    {
      step: "reproduce",
      round: 1,
      state: "skipped",
      reason: "No test",
      answers: {},
      checked: [],
      addedItems: [],
      version: 2,
    },
  ],
  validations: [],
  experiments: [
    {
      id: "x1",
      number: 1,
      round: 1,
      hypothesis: { id: "h1", number: 1 },
      kind: "canary",
      factor: { path: "engine.flags.max_num_seqs", from: "256", to: "64" },
      arms: [
        {
          role: "reference",
          name: "Old",
          deployment: "chat",
          selector: { label: "instance", value: "a:8000" },
          windows: [{ startMs: 0, endMs: 60_000 }],
          baseline: null,
        },
        {
          role: "changed",
          name: "New",
          deployment: "chat",
          selector: { label: "instance", value: "b:8000" },
          windows: [{ startMs: 0, endMs: null }],
          baseline: null,
        },
      ],
      measures: {
        primary: { signal: "ttft", statistic: "mean" },
        guards: [{ signal: "errors", statistic: "ratio-to-requests" }],
        marginRatio: 0.1,
        maxQualityDecrease: 0.02,
        plannedBlocks: 120,
        hasCostGuard: false,
        stopRule: "first-verdict",
      },
      rollbackPlan: "Set the flag back.",
      rollbackHook: null,
      hookFiresOnGuard: false,
      hookFirings: [],
      scores: [{ role: "changed", name: "MMLU", value: 0.8, author: "Mara", atMs: 0 }],
      state: "ended",
      startedAtMs: 0,
      endedAtMs: 120_000,
      decision: {
        decision: "adopt",
        reason: "Faster",
        author: "Mara",
        atMs: 120_000,
        result: {
          verdict: "better",
          sentence: "Better: Mean TTFT is 30 % lower.",
          isComplete: true,
          measures: [],
          quality: [],
          notes: [],
          falseAlarmRatio: 0.05,
          basis: null,
          checkedAtMs: 120_000,
        },
      },
      approval: { author: "Ines", atMs: 120_000, exceptionReason: null },
      isProposer: false,
      author: "Mara",
      version: 5,
      createdAtMs: 0,
    },
  ],
  hypotheses: [
    {
      id: "h1",
      number: 1,
      statement: "The cache is full.",
      layer: "system",
      causeClass: "memory capacity",
      effect: { signal: "ttft", statistic: "p95", direction: "lower", amountRatio: 0.5 },
      status: "refuted",
      rank: 1,
      round: 1,
      evidence: [{ evidenceId: "e1", number: 1, direction: "against", weight: "strong" }],
      author: "Mara",
      version: 1,
      createdAtMs: 0,
    },
  ],
  evidence: [
    {
      id: "e1",
      number: 1,
      kind: "note",
      title: "Cache",
      text: "Usage <script>0.4</script>",
      answer: null,
      file: null,
      steps: [{ round: 1, step: "form-hypotheses" }],
      hypotheses: [],
      author: "Mara",
      createdAtMs: 0,
      removal: null,
      data: null,
      fileContent: null,
      fileOmission: null,
    },
    {
      id: "e2",
      number: 2,
      kind: "note",
      title: "Wrong host",
      text: null,
      answer: null,
      file: null,
      steps: [],
      hypotheses: [],
      author: "Mara",
      createdAtMs: 0,
      removal: { reason: "Another host.", author: "Ines", isAutomatic: false, atMs: 1, contentHash: "cd34" },
      data: null,
      fileContent: null,
      fileOmission: null,
    },
    {
      id: "e3",
      number: 3,
      kind: "file",
      title: "Log of the engine",
      text: null,
      answer: null,
      file: {
        fileName: "kv_[1].log",
        format: "text",
        byteCount: 1_234,
        contentHash: "ab12",
        imageSize: null,
        sameAs: 2,
      },
      steps: [],
      hypotheses: [],
      author: "Mara",
      createdAtMs: 0,
      removal: null,
      data: null,
      fileContent: null,
      fileOmission: null,
    },
  ],
  omittedAnswerCount: 0,
  participants: [{ id: "p2", name: "Ines", role: "approver" }],
  relations: [],
  timeline: [
    written("Looks good.\nAgain tomorrow."),
    { ...written(""), payload: { kind: "opened", from: "chart" } },
  ],
  omittedEntryCount: 1,
};

const text = writeInvestigationMarkdown(document, (atMs) => new Date(atMs).toISOString());

test("states title, facts, goal and conditions", () => {
  const [title, , ...facts] = text.split("\n");
  expect(title).toBe(String.raw`# INV-31 TTFT p95 \[doubled\](http://x)`);
  expect(facts.slice(0, 16)).toEqual([
    "- State: Monitoring, severity 2, round 1",
    "- Deployments: chat-70b",
    "- Owner: Mara",
    "- Participant: Ines, approver",
    "- Tags: kv",
    "- Due: 2026-12-01",
    "- Started: 1970-01-01T00:00:00.000Z",
    "- Opened: 1970-01-01T00:01:00.000Z",
    "- Opened from: a chart, `/signals?d=chat-70b`",
    "- Goal: TTFT p95 30.0\u202f% lower than the baseline",
    "- Must not worsen: TPOT mean at most 5.00\u202f% worse",
    "- Baseline: none",
    "- Deploy of the fix: chat 2.4, 1970-01-01T00:00:30.000Z",
    String.raw`- Link: \#1, <https://git.example/a%3Eb%zz>`,
    "- Exported: 1970-01-01T00:02:00.000Z",
    "",
  ]);
});

test("names the required fields without an answer, but not those of a skipped step", () => {
  expect(text).toContain("\n\nRequired, but not answered: Symptom, Affected traffic\n");
  expect(text.match(/Required, but not answered/g)).toHaveLength(1);
});

test("quotes answers of finished steps, and states the reason of skipped ones", () => {
  expect(text).toContain("## Round 1, step 1: Define and measure the baseline (done)");
  expect(text).toContain("**Present value of the goal's signal**\n\n> 0.9 s\n> n = 1200");
  expect(text).toContain("**Suspected layer**\n\n> Compute: prefill, decode, GPU memory\n");
  expect(text).toContain("- [x] The baseline covers normal operation");
  expect(text).toContain("- [ ] The values that must not worsen are listed");
  expect(text).toContain("## Round 1, step 5: Isolate and reproduce (skipped)\n\nReason: No test\n");
});

test("lists hypotheses with their evidence, and evidence without HTML", () => {
  expect(text).toContain(
    "- H1 (refuted): The cache is full.\n  - System, memory capacity. Predicts TTFT p95 50.0\u202f% lower\n  - strong evidence against: E1",
  );
  expect(text).toContain("### E1 Cache\n\nMara, 1970-01-01T00:00:00.000Z, step 4 in round 1\n");
  expect(text).toContain(String.raw`> Usage \<script>0.4\</script>`);
  expect(text).toContain("### E2 Wrong host");
  expect(text).toContain(
    "Removed by Ines, 1970-01-01T00:00:00.001Z: Another host. SHA-256 of the content: cd34",
  );
  expect(text).toContain(
    String.raw`File kv\_\[1\].log, Text, 1,234 bytes, SHA-256 ab12, the same content as E2`,
  );
});

test("lists experiments with plan, result, decision and approval", () => {
  const section = text.slice(text.indexOf("## Experiments"), text.indexOf("## Evidence"));
  const [, , title, , ...lines] = section.trim().split("\n");
  expect(title).toBe("### X1 Canary (ended)");
  expect(lines).toEqual([
    String.raw`- Factor: engine.flags.max\_num\_seqs 256 → 64`,
    "- Hypothesis: H1",
    "- Arm Old: chat, instance a:8000, 1970-01-01T00:00:00.000Z to 1970-01-01T00:01:00.000Z",
    "- Arm New: chat, instance b:8000, 1970-01-01T00:00:00.000Z to open",
    "- Primary measure: mean TTFT, changes of at least 10\u202f% count",
    "- Guard measures: error ratio",
    "- Planned: 120 blocks per arm, stop rule first-verdict",
    "- Accepted decrease of quality scores: 2\u202f%",
    "- Rollback plan: Set the flag back.",
    "- Quality score MMLU of the changed arm: 0.8 (Mara, 1970-01-01T00:00:00.000Z)",
    "- Result: Better: Mean TTFT is 30 % lower.",
    "- Decision: adopt, Mara, 1970-01-01T00:02:00.000Z: Faster",
    "- Approved: Ines, 1970-01-01T00:02:00.000Z",
  ]);
});

test("lists the timeline, and states how many entries are missing", () => {
  expect(text).toContain("1 older entry is not part of this export.");
  expect(text).toContain("- 1970-01-01T00:01:00.000Z Ines:\n\n> Looks good.\n> Again tomorrow.");
  expect(text).toContain("- 1970-01-01T00:01:00.000Z Ines opened the investigation from a chart");
});

test("states the question of an answer in words, 40 values, and how many more there are", () => {
  const [note] = document.evidence;
  const rows = Array.from({ length: 45 }, (_, index) => ({ key: String(index), cells: [`${index} GB`] }));
  const evidence = [
    {
      ...note!,
      kind: "calculator" as const,
      text: null,
      answer: {
        question: {
          endpoint: "calculator" as const,
          calculator: "weights" as const,
          inputs: { model: "llama", w: "fp8" },
        },
        state: "ready" as const,
        message: null,
        window: null,
        verdict: "The weights need 16.1 GB.",
        readAtMs: 60_000,
        byteCount: 10,
        contentHash: "ef56",
        formatVersion: 1,
        productVersion: "1.2.0",
      },
      data: {
        endpoint: "calculator" as const,
        calculator: "weights" as const,
        inputs: [{ label: "Model", value: "Llama" }],
        sentence: "The weights need 16.1 GB.",
        columns: ["Stored"],
        rows,
        chosenRowKey: "0",
      },
    },
  ];
  const written = writeInvestigationMarkdown({ ...document, evidence }, (atMs) => `at ${atMs}`);
  expect(written).toContain(
    [
      "Question: Calculator “Weights”",
      "",
      "Read at 60000, Ridgepoint 1.2.0, SHA-256 ef56",
      "",
      "- Inputs: Model Llama",
      "- The weights need 16.1 GB.",
      "- Stored 0 GB (chosen)",
    ].join("\n"),
  );
  expect(written).toContain("- Stored 37 GB\n- 7 further values are in the JSON export.\n");
  const withoutData = evidence.map((one) => ({ ...one, data: null }));
  expect(writeInvestigationMarkdown({ ...document, evidence: withoutData }, String)).toContain(
    "SHA-256 ef56\n\nThe weights need 16.1 GB.\n\nThe values are not part of this export",
  );
});

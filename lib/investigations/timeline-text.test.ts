import { expect, test } from "vitest";
import type { GoalCheck } from "@/lib/model/investigation/goal-check";
import { formatDateTime } from "@/lib/format/time";
import { describeChange, type ChangePayload } from "./timeline-text";

const people = { p1: "Mara Lindqvist" };

const metCheck: GoalCheck = {
  verdict: "met",
  sentence: "The goal is met. TTFT p95 is 0.3 s.",
  window: { startMs: 0, endMs: 60_000, isLive: true, basis: "From the deploy of the fix to now." },
  checkedAtMs: 60_000,
  deployments: [],
  incompleteReason: null,
};

const cases: readonly (readonly [ChangePayload, string])[] = [
  [{ kind: "opened", from: "person" }, "opened the investigation"],
  [{ kind: "opened", from: "chart" }, "opened the investigation from a chart"],
  [
    {
      kind: "edited",
      changes: [
        { field: "startedAt", from: null, to: "2026-11-29T18:05:00.000Z" },
        { field: "goal", from: "TTFT p95 at most 1.00 s", to: "TTFT p95 at most 0.500 s" },
        { field: "links", from: "#1 https://git.example/1", to: null },
      ],
    },
    "set the start of the symptom to Sun 29 Nov, 18:05, changed the goal from “TTFT p95 at most 1.00 s” to “TTFT p95 at most 0.500 s”, removed the links “#1 https://git.example/1”",
  ],
  [
    {
      kind: "edited",
      changes: [
        { field: "owner", from: "Removed person", to: "Ana" },
        // An earlier release stored the names of owners, which responses omit.
        { field: "owner", from: null, to: null },
        { field: "team", from: null, to: "A hidden team" },
        { field: "baseline", from: "One of a team", to: "Another" },
      ],
    },
    "changed the owner from “Removed person” to “Ana”, changed the owner, changed the team, changed the baseline",
  ],
  [
    { kind: "state", from: "triage", to: "wont-fix", reason: "Too rare.", isOverride: false },
    "changed the state from Triage to Won't fix: Too rare.",
  ],
  [
    { kind: "state", from: "monitoring", to: "resolved", reason: "Retired.", isOverride: true },
    "changed the state from Monitoring to Resolved although the goal is not met: Retired.",
  ],
  [
    {
      kind: "experiment",
      number: 1,
      action: "decided",
      title: "Canary",
      decision: "adopt",
      reason: "It ended the incident.",
      result: "Better: TTFT is lower.",
    },
    "decided to adopt X1: It ended the incident. Better: TTFT is lower.",
  ],
  [
    {
      kind: "state",
      from: "monitoring",
      to: "resolved",
      reason: null,
      isOverride: false,
      goalCheck: metCheck,
    },
    "changed the state from Monitoring to Resolved. The goal is met. TTFT p95 is 0.3 s.",
  ],
  [
    {
      kind: "state",
      from: "monitoring",
      to: "resolved",
      reason: "Retired",
      isOverride: true,
      goalCheck: { ...metCheck, verdict: "not-met", sentence: "The goal is not met. TTFT p95 is 3 s." },
    },
    "changed the state from Monitoring to Resolved as a signed exception: Retired. The goal is not met. TTFT p95 is 3 s.",
  ],
  [{ kind: "round", from: 1, to: 2, reason: "Relapse." }, "started round 2: Relapse."],
  [
    { kind: "round", from: 1, to: 2, reason: "Relapse.", fromState: "monitoring" },
    "started round 2 and changed the state from Monitoring to Active: Relapse.",
  ],
  [
    { kind: "step-move", round: 1, from: "reproduce", to: "form-hypotheses", isBack: true, reason: "E7" },
    "returned from step 5 to step 4: E7",
  ],
  [
    {
      kind: "step-move",
      round: 1,
      from: "define-baseline",
      to: "identify-symptoms",
      isBack: false,
      reason: null,
    },
    "continued from step 1 to step 2",
  ],
  [
    { kind: "step-state", round: 1, step: "reproduce", action: "skip", reason: "No replay." },
    "skipped step 5: No replay.",
  ],
  [{ kind: "step-state", round: 1, step: "reproduce", action: "finish", reason: null }, "finished step 5"],
  [
    {
      kind: "step-state",
      round: 1,
      step: "define-baseline",
      action: "finish",
      reason: null,
      missing: ["goal", "baseline"],
    },
    "finished step 1 without: goal, baseline",
  ],
  [{ kind: "step-input", round: 1, step: "validate", fields: ["x"] }, "edited step 7"],
  [
    {
      kind: "hypothesis",
      number: 3,
      action: "added",
      statement: "Queue.",
      fromStatus: null,
      toStatus: "open",
    },
    "added H3: Queue.",
  ],
  [
    {
      kind: "hypothesis",
      number: 3,
      action: "edited",
      statement: "Q",
      fromStatus: "open",
      toStatus: "refuted",
    },
    "changed H3 from open to refuted",
  ],
  [
    { kind: "hypothesis", number: 3, action: "edited", statement: "Q", fromStatus: "open", toStatus: "open" },
    "edited H3",
  ],
  [{ kind: "experiment", number: 2, action: "ended", title: "Canary" }, "ended X2"],
  [
    { kind: "experiment", number: 2, action: "ended", title: "Canary", reason: "Round 2 was started." },
    "ended X2: Round 2 was started.",
  ],
  [{ kind: "hypothesis-ranks", numbers: [2, 1] }, "ranked the hypotheses H2, H1"],
  [
    {
      kind: "evidence",
      number: 1,
      title: "Queue time",
      action: "added",
      reason: null,
      steps: [],
      hypotheses: [{ hypothesis: 2, direction: "against", weight: "strong" }],
    },
    "added E1, Queue time (strong evidence against H2)",
  ],
  [
    {
      kind: "evidence",
      number: 1,
      title: "Q",
      action: "removed",
      reason: "Wrong window.",
      steps: [],
      hypotheses: [],
    },
    "removed E1, Q: Wrong window.",
  ],
  [{ kind: "participant", personId: "p1", role: "approver" }, "added Mara Lindqvist as approver"],
  [{ kind: "participant", personId: "p2", role: null }, "removed a removed person as participant"],
  [
    { kind: "relation", relation: "related", number: 7, action: "added" },
    "added the relation “related to INV-7”",
  ],
  [
    { kind: "relation", relation: "duplicate-of", number: 7, action: "removed" },
    "removed the relation “duplicate of INV-7”",
  ],
];

test.each(cases)("%o", (payload, text) => {
  expect(describeChange(payload, people, (atMs) => formatDateTime(atMs, "UTC"))).toBe(text);
});

// Reads the written investigations back, and compares them with what they must contain.
import {
  investigationContract,
  type InvestigationResponse,
} from "@/lib/contracts/investigations/investigations";
import { investigationName } from "@/lib/model/investigation/investigation";
import { getInvestigation } from "@/lib/services/investigations/get-investigation";
import { ScenarioError } from "../scenario";
import type { EndpointCaller } from "../writing/call-endpoint";

type Requirement = readonly [name: string, isMet: (detail: InvestigationResponse) => boolean];

const answersStored: Requirement = [
  "the answers of all evidence",
  ({ evidence }) => evidence.length > 0 && evidence.every(({ answer }) => answer?.state !== "reading"),
];

const releaseRequirements: readonly Requirement[] = [
  answersStored,
  ["step 4 of round 1", ({ investigation: { step, round } }) => step === "form-hypotheses" && round === 1],
  ["the state active", ({ investigation }) => investigation.state === "active"],
  ["a goal and a baseline", ({ investigation: { goal, baseline } }) => goal !== null && baseline !== null],
  ["three finished steps", ({ steps }) => steps.filter(({ state }) => state === "done").length === 3],
  ["a supported hypothesis with evidence", (detail) => hasHypothesis(detail, "supported", "for")],
  ["a file as evidence", ({ evidence }) => evidence.some(({ file }) => file !== null)],
  ["a second person", ({ participants }) => participants.length > 0],
  ["comments", ({ timeline }) => timeline.entries.some(({ payload }) => payload.kind === "comment")],
];

const gateRequirements: readonly Requirement[] = [
  answersStored,
  ["a gate run as its origin", ({ investigation }) => investigation.opening.kind === "gate"],
  ["the state triage", ({ investigation }) => investigation.state === "triage"],
  ["the gate run as evidence", ({ evidence }) => evidence.some(({ kind }) => kind === "gate")],
];

const hostRequirements: readonly Requirement[] = [
  answersStored,
  ["step 6", ({ investigation }) => investigation.step === "optimise"],
  ["the state active", ({ investigation }) => investigation.state === "active"],
  ["a baseline", ({ investigation }) => investigation.baseline !== null],
  ["a running experiment", ({ experiments }) => experiments.some(({ state }) => state === "running")],
];

const relapseRequirements: readonly Requirement[] = [
  answersStored,
  ["round 2", ({ investigation }) => investigation.round === 2],
  ["the state resolved", ({ investigation }) => investigation.state === "resolved"],
  ["a linked deploy", ({ investigation }) => investigation.deploy !== null],
  [
    "two better and approved experiments",
    ({ experiments }) =>
      experiments.filter(
        ({ approval, decision }) => approval !== null && decision?.result?.verdict === "better",
      ).length === 2,
  ],
];

function hasHypothesis(
  { hypotheses }: InvestigationResponse,
  status: InvestigationResponse["hypotheses"][number]["status"],
  direction: "for" | "against",
): boolean {
  return hypotheses.some(
    (one) => one.status === status && one.evidence.some((link) => link.direction === direction),
  );
}

/** Throws `ScenarioError` with the missing parts. */
export function checkReleaseInvestigation(call: EndpointCaller, number: number): Promise<void> {
  return checkInvestigation(call, number, releaseRequirements);
}

/** Throws `ScenarioError` with the missing parts. */
export function checkGateInvestigation(call: EndpointCaller, number: number): Promise<void> {
  return checkInvestigation(call, number, gateRequirements);
}

/** Throws `ScenarioError` with the missing parts. */
export function checkHostInvestigation(call: EndpointCaller, number: number): Promise<void> {
  return checkInvestigation(call, number, hostRequirements);
}

/** Throws `ScenarioError` with the missing parts. */
export function checkRelapseInvestigation(call: EndpointCaller, number: number): Promise<void> {
  return checkInvestigation(call, number, relapseRequirements);
}

async function checkInvestigation(
  call: EndpointCaller,
  number: number,
  requirements: readonly Requirement[],
): Promise<void> {
  const params = { number: String(number) };
  const detail = await call(investigationContract, getInvestigation, { params });
  const missing = requirements.filter(([, isMet]) => !isMet(detail)).map(([name]) => name);
  if (missing.length > 0)
    throw new ScenarioError(
      `${investigationName(number)} does not contain ${missing.join(", ")}`,
      "read the log of the application",
    );
}

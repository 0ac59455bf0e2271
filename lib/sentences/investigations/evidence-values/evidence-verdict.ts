/** The verdict of a stored answer in words: the sentences that its page displays above its numbers. */
import type {
  EvidenceData,
  EvidenceQuestion,
} from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import { sentenceText } from "@/lib/format/sentence-text";
import { breakdownHeadline } from "@/lib/sentences/traces/breakdown-text";
import { slowHeadline } from "@/lib/sentences/traces/slow-text";
import { listBaselineValues } from "./measured-values";
import { listCorrelationValues, listDataCheckValues } from "./signal-values";
import { traceComparisonVerdict } from "./trace-values";

type Endpoint = EvidenceQuestion["endpoint"];

/** Endpoints whose answers are values without a sentence. */
const endpointsWithoutVerdict: readonly Endpoint[] = ["signals", "utilisation", "what-if", "traces"];

/** Returns whether answers of the endpoint can have a verdict. */
export function canHaveVerdict(endpoint: Endpoint): boolean {
  return !endpointsWithoutVerdict.includes(endpoint);
}

/** Returns the verdict of a stored answer. Null for an answer that has no verdict. */
export function evidenceVerdict(data: EvidenceData, question: EvidenceQuestion): string | null {
  const text = writeVerdict(data, question)?.trim() ?? "";
  return text === "" ? null : text;
}

function writeVerdict(data: EvidenceData, question: EvidenceQuestion): string | undefined {
  switch (data.endpoint) {
    case "comparison":
      return data.comparison.sentence;
    case "gate":
      return data.run.gate.sentence;
    case "baseline":
      return listBaselineValues(data)[0];
    case "roofline":
      return rooflineVerdict(data.page);
    case "sweep":
      return sweepVerdict(data.page);
    case "correlation":
      return listCorrelationValues(data)[0];
    case "calculator":
      return data.sentence;
    case "overview":
      return sentenceText(data.fleet.headline);
    case "data-check":
      return listDataCheckValues(data)[0];
    case "trace":
      return sentenceText(data.trace.headline);
    case "trace-comparison":
      return traceComparisonVerdict(data.comparison);
    case "trace-flow":
      return sentenceText(data.flow.headline);
    case "trace-study":
      return question.endpoint === "trace-study" ? studyVerdict(data.analysis, question.part) : undefined;
    default:
      return undefined;
  }
}

function rooflineVerdict({ pools, unavailableReason }: RooflinePageData): string {
  if (unavailableReason !== null) return sentenceText(unavailableReason);
  return pools
    .map(({ headline, detail }) => `${sentenceText(headline)} ${sentenceText(detail)}`.trimEnd())
    .join(" ");
}

function sweepVerdict({ pools, unavailableReason }: RooflinePageData): string {
  if (unavailableReason !== null) return sentenceText(unavailableReason);
  const decoding = pools.filter(({ role }) => role !== "prefill");
  return decoding.map(({ sweep }) => sentenceText(sweep.sentence)).join(" ");
}

type StudyData = Extract<EvidenceData, { endpoint: "trace-study" }>;
type StudyPart = Extract<EvidenceQuestion, { endpoint: "trace-study" }>["part"];

function studyVerdict({ study }: StudyData["analysis"], part: StudyPart): string | undefined {
  if (study === null) return undefined;
  switch (part) {
    case "breakdown":
      return joinHeadline(breakdownHeadline(study));
    case "slow":
      return joinHeadline(slowHeadline(study.slow));
    case "operations":
      return study.slowestOperation === null ? undefined : sentenceText(study.slowestOperation);
    case "requests":
      return undefined;
  }
}

interface Headline {
  readonly first: string;
  readonly rest: string;
}

const joinHeadline = ({ first, rest }: Headline): string => `${first}${rest}`;

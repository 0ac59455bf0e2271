/** The main values of the stored data of a piece of evidence: one file per group of endpoints, and one case each. */
import type {
  EvidenceData,
  EvidenceQuestion,
} from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { listBaselineValues, listComparisonValues, listGateValues } from "./measured-values";
import {
  listCalculatorValues,
  listRooflineValues,
  listSweepValues,
  listUtilisationValues,
  listWhatIfValues,
} from "./roofline-values";
import {
  listCorrelationValues,
  listDataCheckValues,
  listOverviewValues,
  listSignalsValues,
} from "./signal-values";
import { listStudyValues } from "./study-values";
import {
  listTraceComparisonValues,
  listTraceFlowValues,
  listTracesValues,
  listTraceValues,
} from "./trace-values";

/** Returns the main values with units, intervals and n, one text each, the most important first. */
export function listValues(data: EvidenceData, question: EvidenceQuestion): readonly string[] {
  switch (data.endpoint) {
    case "signals":
      return listSignalsValues(data.answer);
    case "correlation":
      return listCorrelationValues(data);
    case "overview":
      return listOverviewValues(data);
    case "data-check":
      return listDataCheckValues(data);
    case "comparison":
      return listComparisonValues(data);
    case "gate":
      return listGateValues(data);
    case "baseline":
      return listBaselineValues(data);
    case "roofline":
      return listRooflineValues(data.page);
    case "sweep":
      return listSweepValues(data.page);
    case "what-if":
      return listWhatIfValues(data);
    case "utilisation":
      return listUtilisationValues(data);
    case "calculator":
      return listCalculatorValues(data);
    case "trace":
      return listTraceValues(data);
    case "traces":
      return listTracesValues(data, question.endpoint === "traces" ? question.order : "newest");
    case "trace-study":
      return listStudyValues(data.analysis, question.endpoint === "trace-study" ? question.part : "requests");
    case "trace-comparison":
      return listTraceComparisonValues(data);
    case "trace-flow":
      return listTraceFlowValues(data);
  }
}

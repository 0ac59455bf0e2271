"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import {
  EvidenceKindsProvider,
  type EvidenceKinds,
} from "@/components/investigations/evidence/evidence-kinds";
import { createBaselineHref } from "@/components/baselines/evidence/baseline-subject";
import { createComparisonHref } from "@/components/compare/evidence/comparison-subject";
import { createGateHref } from "@/components/gates/evidence/gate-subject";
import { createOverviewHref } from "@/components/overview/evidence/overview-subject";
import { createCalculatorHref } from "@/components/roofline/evidence/calculator-href";
import { createRooflineHref } from "@/components/roofline/evidence/roofline-href";
import { createSweepHref } from "@/components/roofline/evidence/sweep-subject";
import { createWhatIfHref } from "@/components/roofline/evidence/what-if-href";
import { createDataCheckHref } from "@/components/settings/evidence/data-check-subject";
import { createCorrelationHref } from "@/components/signals/evidence/correlation-href";
import { createSignalsHref } from "@/components/signals/evidence/signals-href";
import { createUtilisationHref } from "@/components/signals/evidence/utilisation-subject";
import { createTraceComparisonHref } from "@/components/traces/evidence/trace-comparison-subject";
import { createTraceFlowHref } from "@/components/traces/evidence/trace-flow-subject";
import { createTraceHref } from "@/components/traces/evidence/trace-subject";
import { createTraceStudyHref } from "@/components/traces/evidence/trace-study-subject";
import { createTracesHref } from "@/components/traces/evidence/traces-subject";

/** Each kind is loaded with the first answer of its endpoint. */
const SignalsEvidence = dynamic(
  () => import("@/components/signals/evidence/signals-evidence").then((module) => module.SignalsEvidence),
  { ssr: false },
);
const RooflineEvidence = dynamic(
  () => import("@/components/roofline/evidence/roofline-evidence").then((module) => module.RooflineEvidence),
  { ssr: false },
);
const ComparisonEvidence = dynamic(
  () =>
    import("@/components/compare/evidence/comparison-evidence").then((module) => module.ComparisonEvidence),
  { ssr: false },
);
const GateEvidence = dynamic(
  () => import("@/components/gates/evidence/gate-evidence").then((module) => module.GateEvidence),
  { ssr: false },
);

const TraceEvidence = dynamic(
  () => import("@/components/traces/evidence/trace-evidence").then((module) => module.TraceEvidence),
  { ssr: false },
);

const TraceComparisonEvidence = dynamic(
  () =>
    import("@/components/traces/evidence/trace-comparison-evidence").then(
      (module) => module.TraceComparisonEvidence,
    ),
  { ssr: false },
);
const TraceFlowEvidence = dynamic(
  () => import("@/components/traces/evidence/trace-flow-evidence").then((module) => module.TraceFlowEvidence),
  { ssr: false },
);
const SweepEvidence = dynamic(
  () => import("@/components/roofline/evidence/sweep-evidence").then((module) => module.SweepEvidence),
  { ssr: false },
);

const TracesEvidence = dynamic(
  () => import("@/components/traces/evidence/traces-evidence").then((module) => module.TracesEvidence),
  { ssr: false },
);
const TraceStudyEvidence = dynamic(
  () =>
    import("@/components/traces/evidence/trace-study-evidence").then((module) => module.TraceStudyEvidence),
  { ssr: false },
);
const OverviewEvidence = dynamic(
  () => import("@/components/overview/evidence/overview-evidence").then((module) => module.OverviewEvidence),
  { ssr: false },
);
const BaselineEvidence = dynamic(
  () => import("@/components/baselines/evidence/baseline-evidence").then((module) => module.BaselineEvidence),
  { ssr: false },
);
const DataCheckEvidence = dynamic(
  () =>
    import("@/components/settings/evidence/data-check-evidence").then((module) => module.DataCheckEvidence),
  { ssr: false },
);
const WhatIfEvidence = dynamic(
  () => import("@/components/roofline/evidence/what-if-evidence").then((module) => module.WhatIfEvidence),
  { ssr: false },
);
const CalculatorEvidence = dynamic(
  () =>
    import("@/components/roofline/evidence/calculator-evidence").then((module) => module.CalculatorEvidence),
  { ssr: false },
);

const CorrelationEvidence = dynamic(
  () =>
    import("@/components/signals/evidence/correlation-evidence").then((module) => module.CorrelationEvidence),
  { ssr: false },
);

const UtilisationEvidence = dynamic(
  () =>
    import("@/components/signals/evidence/utilisation-evidence").then((module) => module.UtilisationEvidence),
  { ssr: false },
);

/** The list of the kinds of answers that the page of an investigation draws: one case in each function per kind. */
const kinds: EvidenceKinds = {
  Figure: ({ id, question, data }) => {
    switch (question.endpoint) {
      case "signals":
        return <SignalsEvidence id={id} question={question} data={data} />;
      case "roofline":
        return <RooflineEvidence data={data} />;
      case "comparison":
        return <ComparisonEvidence data={data} />;
      case "gate":
        return <GateEvidence data={data} />;
      case "trace":
        return <TraceEvidence id={id} data={data} />;
      case "trace-comparison":
        return <TraceComparisonEvidence data={data} />;
      case "trace-flow":
        return <TraceFlowEvidence question={question} data={data} />;
      case "sweep":
        return <SweepEvidence data={data} />;
      case "traces":
        return <TracesEvidence question={question} data={data} />;
      case "trace-study":
        return <TraceStudyEvidence question={question} data={data} />;
      case "overview":
        return <OverviewEvidence data={data} />;
      case "baseline":
        return <BaselineEvidence data={data} />;
      case "data-check":
        return <DataCheckEvidence data={data} />;
      case "what-if":
        return <WhatIfEvidence data={data} />;
      case "calculator":
        return <CalculatorEvidence data={data} />;
      case "correlation":
        return <CorrelationEvidence data={data} />;
      case "utilisation":
        return <UtilisationEvidence id={id} question={question} data={data} />;
    }
  },
  createLiveHref: (question, window) => {
    switch (question.endpoint) {
      case "signals":
        return createSignalsHref(question);
      case "roofline":
        return createRooflineHref(question);
      case "comparison":
        return createComparisonHref(question);
      case "gate":
        return createGateHref(question.gateId);
      case "trace":
        return createTraceHref(question, window);
      case "trace-comparison":
        return createTraceComparisonHref(question);
      case "trace-flow":
        return createTraceFlowHref(question);
      case "sweep":
        return createSweepHref(question);
      case "traces":
        return createTracesHref(question);
      case "trace-study":
        return createTraceStudyHref(question);
      case "overview":
        return createOverviewHref(question);
      case "baseline":
        return createBaselineHref(question.baselineId);
      case "data-check":
        return createDataCheckHref(question.deployment);
      case "what-if":
        return createWhatIfHref(question);
      case "calculator":
        return createCalculatorHref(question);
      case "correlation":
        return createCorrelationHref(question);
      case "utilisation":
        return createUtilisationHref(question);
    }
  },
};

/** Connects the investigation page with the components that display each kind of evidence. */
export function EvidenceKindsOfPages({ children }: { readonly children: ReactNode }) {
  return <EvidenceKindsProvider value={kinds}>{children}</EvidenceKindsProvider>;
}

"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import {
  EvidenceKindsProvider,
  type EvidenceKinds,
} from "@/components/investigations/evidence/evidence-kinds";
import { createComparisonHref } from "@/components/compare/evidence/comparison-subject";
import { createGateHref } from "@/components/gates/evidence/gate-subject";
import { createRooflineHref } from "@/components/roofline/evidence/roofline-href";
import { createSignalsHref } from "@/components/signals/evidence/signals-href";

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
    }
  },
  createLiveHref: (question) => {
    switch (question.endpoint) {
      case "signals":
        return createSignalsHref(question);
      case "roofline":
        return createRooflineHref(question);
      case "comparison":
        return createComparisonHref(question);
      case "gate":
        return createGateHref(question.gateId);
    }
  },
};

/** Connects the page of an investigation with the pages whose answers are its evidence. */
export function EvidenceKindsOfPages({ children }: { readonly children: ReactNode }) {
  return <EvidenceKindsProvider value={kinds}>{children}</EvidenceKindsProvider>;
}

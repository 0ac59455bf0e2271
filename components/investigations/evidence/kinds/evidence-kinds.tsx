"use client";

import dynamic from "next/dynamic";
import type {
  EvidenceData,
  EvidenceQuestion,
} from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { createSignalsHref } from "./signals-href";

/** Each kind is loaded with the first answer of its endpoint. */
const SignalsEvidence = dynamic(() => import("./signals").then((module) => module.SignalsEvidence), {
  ssr: false,
});

interface EvidenceFigureProps {
  readonly id: string;
  readonly question: EvidenceQuestion;
  readonly data: EvidenceData;
}

/** Draws a stored answer with the components of the live page. */
export function EvidenceFigure({ id, question, data }: EvidenceFigureProps) {
  switch (question.endpoint) {
    case "signals":
      return <SignalsEvidence id={id} question={question} data={data} />;
  }
}

/** Returns the link to the live page with the window of the answer. */
export function createLiveHref(question: EvidenceQuestion): string {
  switch (question.endpoint) {
    case "signals":
      return createSignalsHref(question);
  }
}

"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import {
  EvidenceKindsProvider,
  type EvidenceKinds,
} from "@/components/investigations/evidence/evidence-kinds";
import { createSignalsHref } from "@/components/signals/evidence/signals-href";

/** Each kind is loaded with the first answer of its endpoint. */
const SignalsEvidence = dynamic(
  () => import("@/components/signals/evidence/signals-evidence").then((module) => module.SignalsEvidence),
  { ssr: false },
);

/** The list of the kinds of answers that the page of an investigation draws: one case in each function per kind. */
const kinds: EvidenceKinds = {
  Figure: ({ id, question, data }) => {
    switch (question.endpoint) {
      case "signals":
        return <SignalsEvidence id={id} question={question} data={data} />;
    }
  },
  createLiveHref: (question) => {
    switch (question.endpoint) {
      case "signals":
        return createSignalsHref(question);
    }
  },
};

/** Connects the page of an investigation with the pages whose answers are its evidence. */
export function EvidenceKindsOfPages({ children }: { readonly children: ReactNode }) {
  return <EvidenceKindsProvider value={kinds}>{children}</EvidenceKindsProvider>;
}

"use client";

import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { isolateDirection } from "@/components/shared/isolated-text";
import { GateContent } from "../gate-content";
import { GateFacts } from "../gate-facts";
import { GateVerdictMark } from "../verdict-mark";

/** A stored gate run: verdict, rules, reasons and warnings, as on the live page. */
export function GateEvidence({ data }: { readonly data: EvidenceData }) {
  if (data.endpoint !== "gate") return null;
  const { run } = data;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 pb-2">
        <GateVerdictMark verdict={run.gate.verdict} />
        {isolateDirection(run.gate.sentence)}
      </p>
      <GateFacts gate={run.gate} />
      <GateContent response={run} />
    </>
  );
}

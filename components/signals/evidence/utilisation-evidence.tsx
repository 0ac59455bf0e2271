"use client";

import { useRouter } from "next/navigation";
import type { EvidenceData, QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { linkTo } from "@/lib/client/url-state";
import { UtilisationPanel } from "../utilisation/utilisation-panel";
import { createUtilisationHref } from "./utilisation-subject";

interface UtilisationEvidenceProps {
  readonly id: string;
  readonly question: QuestionOf<"utilisation">;
  readonly data: EvidenceData;
}

/** Shows a stored MFU or MBU like the live chart. A selected time range opens on the live page. */
export function UtilisationEvidence({ id, question, data }: UtilisationEvidenceProps) {
  const router = useRouter();
  if (data.endpoint !== "utilisation") return null;
  const { startMs, endMs } = question.window;
  return (
    <UtilisationPanel
      metric={data.metric}
      roofline={data.page}
      href={linkTo("/roofline", { d: question.deployment, from: String(startMs), to: String(endMs) })}
      compared={null}
      isDimmed={false}
      syncKey={`evidence-${id}`}
      onZoom={(from, to) => router.push(createUtilisationHref(question, { startMs: from, endMs: to }))}
    />
  );
}

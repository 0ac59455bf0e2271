"use client";

import { useQuery } from "@tanstack/react-query";
import type { EvidenceQuestion } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { toSentence } from "@/lib/format/sentence";
import { useEvidenceKinds } from "../evidence-kinds";
import { ReadTimeLabel } from "./read-time-label";
import { liveAnswerQuery } from "./live-requests";

interface LiveFigureProps {
  readonly number: number;
  readonly evidenceId: string;
  readonly question: EvidenceQuestion;
  readonly asOfMs: number;
}

/** Draws the present data of the source, in the same form as the stored data of the evidence. */
export function LiveFigure({ number, evidenceId, question, asOfMs }: LiveFigureProps) {
  const kinds = useEvidenceKinds();
  const { data, error } = useQuery(liveAnswerQuery({ number, evidenceId }));
  const check = data?.check ?? null;
  const answer = data?.data ?? null;
  if (error !== null && data === undefined)
    return (
      <p role="alert" className="pt-1">
        The live data could not be read. {toSentence(error.message)}
      </p>
    );
  if (check === null || kinds === null)
    return (
      <p role="status" aria-busy className="min-h-64 pt-2 text-ink-2">
        The server is reading the live data.
      </p>
    );
  if (answer === null) return <p className="pt-1 wrap-anywhere">{check.sentence}</p>;
  return (
    <>
      <ReadTimeLabel label="Live" readAtMs={check.readAtMs} asOfMs={asOfMs} />
      <kinds.Figure id={`${evidenceId}-live`} question={question} data={answer} />
    </>
  );
}

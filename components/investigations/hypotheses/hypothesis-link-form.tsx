"use client";

import type { HypothesisEntry } from "@/lib/contracts/investigations/hypotheses";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { toSentence } from "@/lib/format/sentence";
import { hypothesisName } from "@/lib/model/investigation/hypothesis";
import { Button } from "@/components/ui/button";
import { LinkToHypothesisForm } from "../evidence/link-to-hypothesis-form";
import { useEarlierEvidence } from "../evidence/use-earlier-evidence";

interface HypothesisLinkFormProps {
  readonly page: InvestigationResponse;
  readonly hypothesis: HypothesisEntry;
  readonly onClose: () => void;
}

/** Links a hypothesis to any piece of evidence of the investigation. */
export function HypothesisLinkForm({ page, hypothesis, onClose }: HypothesisLinkFormProps) {
  const { earlier, isLoading, error, retry } = useEarlierEvidence(page, true);
  const { number, round } = page.investigation;
  if (isLoading) return <p aria-busy>Loading the evidence</p>;
  if (error !== null)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-2 text-xs">
        The earlier evidence could not be loaded. {toSentence(error.message)}
        <Button size="sm" onClick={retry}>
          Try again
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    );
  return (
    <LinkToHypothesisForm
      number={number}
      round={round}
      label={`Link evidence to ${hypothesisName(hypothesis.number)}`}
      evidence={[...earlier, ...page.evidence].filter(({ removal }) => removal === null)}
      hypotheses={[hypothesis]}
      onClose={onClose}
    />
  );
}

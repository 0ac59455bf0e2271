"use client";

import { endSentence } from "@/lib/base/end-sentence";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { rooflineQuery } from "@/lib/client/queries/roofline";
import { linkTo, useView } from "@/lib/client/url-state";
import { utilisationMetrics } from "@/lib/model/roofline/utilisation-metric";
import { sentenceText } from "@/lib/format/sentence-text";
import { Button } from "@/components/ui/button";
import { utilisationTitles } from "@/lib/sentences/signals/utilisation-text";
import { PanelEvidenceButton } from "../evidence/panel-evidence-button";
import { createUtilisationSubject } from "../evidence/utilisation-subject";
import { useComparedRoofline } from "./use-compared-roofline";
import { UtilisationPanel } from "./utilisation-panel";

interface UtilisationPanelsProps {
  readonly deployment: string;
  readonly onZoom: (startMs: number, endMs: number) => void;
}

/** MFU and MBU of a deployment on the Signals page, from the same answer as the Roofline page. */
export function UtilisationPanels({ deployment, onZoom }: UtilisationPanelsProps) {
  const [view] = useView();
  const { m: model, i: instance, from, to, live } = view;
  const request = { deployment, model, instance, from, to, live };
  const { data, error, refetch, isPlaceholderData } = useQuery(rooflineQuery(request));
  const href = linkTo("/roofline", { d: deployment, from, to, live });
  const roofline = data?.state === "answered" ? data : null;
  const compared = useComparedRoofline(roofline, request, view.cmp);
  if (roofline === null)
    return error === null ? (
      <p aria-busy className="text-ink-2">
        Loading
      </p>
    ) : (
      <p role="alert" className="flex items-center gap-2 text-bad">
        {error.message}
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  if (roofline.pools.length === 0)
    return (
      <p className="text-ink-2">
        {roofline.unavailableReason === null ? "" : sentenceText(roofline.unavailableReason)}{" "}
        <Link href={href} className="text-accent hover:underline">
          Open Roofline
        </Link>
      </p>
    );
  const isStale = isPlaceholderData || error !== null || roofline.stale !== null;
  return (
    <>
      <div className="grid grid-cols-1 gap-x-8 gap-y-8 md:grid-cols-2 xl:grid-cols-3">
        {utilisationMetrics.map((metric) => (
          <UtilisationPanel
            key={metric}
            metric={metric}
            roofline={roofline}
            href={href}
            compared={compared}
            isDimmed={isStale}
            onZoom={onZoom}
            actions={
              <PanelEvidenceButton
                title={utilisationTitles[metric]}
                createSubject={(view) => createUtilisationSubject(metric, roofline, view)}
              />
            }
          />
        ))}
      </div>
      {error !== null && (
        <p className="pt-2 text-2xs text-warn">{endSentence(error.message)} The last response is shown.</p>
      )}
      {roofline.stale !== null && (
        <p className="pt-2 text-2xs text-warn">
          The last successful response is shown: {roofline.stale.reason}.
        </p>
      )}
      {view.by !== null && (
        <p className="pt-2 text-2xs text-warn">Not split by {view.by}. Values include all requests.</p>
      )}
    </>
  );
}

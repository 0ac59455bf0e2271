"use client";

import Link from "next/link";
import { useState } from "react";
import type { Proposal, ReviewBody } from "@/lib/contracts/discovery";
import { linkTo } from "@/lib/client/url-state";
import { Age } from "@/components/shared/age";
import { ShapeMark, type Shape } from "@/components/shared/status-mark";
import { Button } from "@/components/ui/button";
import { DeploymentFacts } from "./deployment-facts";
import { DeploymentMerge } from "./deployment-merge";
import { DeploymentRename } from "./deployment-rename";
import { mergeTargets } from "./merge-targets";
import { SelectorEditor } from "./selector-editor";
import { useReview } from "./use-review";

interface DeploymentRowProps {
  readonly deployment: Proposal;
  readonly all: readonly Proposal[];
  readonly asOfMs: number;
}

type Doing = "nothing" | "renaming" | "selecting" | "merging";

/** One deployment: what it is, what became of it, and everything that can be done about it. */
export function DeploymentRow({ deployment, all, asOfMs }: DeploymentRowProps) {
  const [doing, setDoing] = useState<Doing>("nothing");
  const [isOpen, setOpen] = useState(false);
  const reviewer = useReview();
  const save = async (body: ReviewBody): Promise<void> => {
    if (await reviewer.review(deployment, body)) setDoing("nothing");
  };
  const form = {
    deployment,
    isBusy: reviewer.isBusy,
    onSave: (body: ReviewBody) => void save(body),
    onCancel: () => {
      reviewer.forgetTrouble();
      setDoing("nothing");
    },
  };
  const targets = mergeTargets(deployment, all);
  return (
    <li aria-label={deployment.title} className="border-b border-rule py-4">
      <Heading deployment={deployment} asOfMs={asOfMs} />
      <Relations deployment={deployment} />
      <div className="mt-2 flex flex-wrap gap-2">
        {deployment.managedBy === "file" ? (
          <span className="text-xs text-ink-2">Stands in the configuration file, read-only here.</span>
        ) : (
          <Actions
            deployment={deployment}
            isBusy={reviewer.isBusy}
            canMerge={targets.length > 0}
            onReview={(body) => void save(body)}
            onDo={setDoing}
          />
        )}
        <Button size="sm" look="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Less" : "More"}
        </Button>
      </div>
      {reviewer.trouble !== null && (
        <p role="alert" className="mt-2 text-xs">
          <span className="font-semibold text-bad">{reviewer.trouble.title}.</span> {reviewer.trouble.detail}
        </p>
      )}
      {doing === "renaming" && <DeploymentRename {...form} />}
      {doing === "selecting" && <SelectorEditor {...form} />}
      {doing === "merging" && <DeploymentMerge {...form} targets={targets} />}
      {isOpen && <DeploymentFacts deployment={deployment} />}
    </li>
  );
}

interface StateWords {
  readonly shape: Shape;
  readonly word: string;
}

function stateOf({ mergedInto, review, goneSinceMs }: Proposal): StateWords {
  if (mergedInto !== null) return { shape: "idle", word: `part of ${mergedInto.title}` };
  if (goneSinceMs !== null) return { shape: "stale", word: review === "hidden" ? "hidden, gone" : "gone" };
  if (review === "hidden") return { shape: "idle", word: "hidden" };
  return review === "accepted" ? { shape: "ok", word: "accepted" } : { shape: "unknown", word: "proposed" };
}

function Heading({ deployment, asOfMs }: Pick<DeploymentRowProps, "deployment" | "asOfMs">) {
  const { title, slug, engine, model, instances, attachments, goneSinceMs, managedBy } = deployment;
  const { shape, word } = stateOf(deployment);
  const facts = [
    engine.title,
    ...(model === title ? [] : [model]),
    `${instances.length} ${instances.length === 1 ? "server" : "servers"}`,
    ...attachments.map((one) => one.title),
    ...(managedBy === "person" ? ["edited by hand"] : []),
  ];
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Link href={linkTo("/signals", { d: slug })} className="font-semibold hover:underline">
          {title}
        </Link>
        <span className="flex items-center gap-2 text-ink-2">
          <ShapeMark shape={shape} className="size-2.5" />
          {word}
          {goneSinceMs !== null && (
            <>
              , last seen <Age atMs={goneSinceMs} asOfMs={asOfMs} />
            </>
          )}
        </span>
      </div>
      <p className="mt-0.5 text-xs text-ink-2">{facts.join(" · ")}</p>
    </>
  );
}

/** What counts the same requests, and how that is resolved. */
function Relations({ deployment }: Pick<DeploymentRowProps, "deployment">) {
  const { behind, inFrontOf, overlaps, parts } = deployment;
  const titles = (list: Proposal["parts"]): string => list.map(({ title }) => title).join(", ");
  return (
    <div className="text-xs text-ink-2">
      {parts.length > 0 && <p>With the pools of {titles(parts)}.</p>}
      {behind.length > 0 && <p>Behind {titles(behind)}: the overview counts each request once, there.</p>}
      {inFrontOf.length > 0 && (
        <p>
          In front of {titles(inFrontOf)}: kept apart, each request counts once; or merge it in as the router.
        </p>
      )}
      {overlaps.length > 0 && (
        <p className="text-warn">
          Finds some of the same series as {titles(overlaps)}: those count twice. Narrow the selectors, merge
          them, or hide one.
        </p>
      )}
    </div>
  );
}

interface ActionsProps {
  readonly deployment: Proposal;
  readonly isBusy: boolean;
  readonly canMerge: boolean;
  readonly onReview: (body: ReviewBody) => void;
  readonly onDo: (doing: Doing) => void;
}

function Actions({ deployment, isBusy, canMerge, onReview, onDo }: ActionsProps) {
  const { review, mergedInto } = deployment;
  if (mergedInto !== null)
    return (
      <Button size="sm" disabled={isBusy} onClick={() => onReview({ mergedInto: null })}>
        Split off from {mergedInto.title}
      </Button>
    );
  return (
    <>
      {review !== "accepted" && (
        <Button size="sm" disabled={isBusy} onClick={() => onReview({ review: "accepted" })}>
          {review === "hidden" ? "Show again" : "Accept"}
        </Button>
      )}
      <Button size="sm" onClick={() => onDo("renaming")}>
        Rename
      </Button>
      <Button size="sm" onClick={() => onDo("selecting")}>
        Edit selectors
      </Button>
      {canMerge && (
        <Button size="sm" onClick={() => onDo("merging")}>
          Merge
        </Button>
      )}
      {review !== "hidden" && (
        <Button size="sm" disabled={isBusy} onClick={() => onReview({ review: "hidden" })}>
          Hide
        </Button>
      )}
    </>
  );
}

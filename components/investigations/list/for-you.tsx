"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import type { ForYouResponse } from "@/lib/contracts/investigations/people";
import type { InvestigationEntry } from "@/lib/contracts/investigations/investigations";
import { investigationName } from "@/lib/model/investigation/investigation";
import { experimentName, factorText } from "@/lib/model/investigation/experiments/experiment";
import { Age } from "@/components/shared/age";
import { isolateDirection } from "@/components/shared/isolated-text";
import { MarkdownText } from "../markdown/markdown-text";
import { StateMark } from "../state-mark";
import { formatCalendarDay } from "../due-date";
import { InvestigationLink } from "./investigation-link";
import { ReadError } from "@/components/shared/reads/read-error";
import { forYouQuery } from "../investigation-requests";

/**
 * Investigations that concern the person: mentions, due dates, changes to approve, and those that the person owns, takes part
 * in or opened.
 */
export function ForYou() {
  const { data, error, refetch, dataUpdatedAt } = useQuery(forYouQuery);
  if (data === undefined)
    return error === null ? (
      <p aria-busy className="text-ink-2">
        Loading your investigations
      </p>
    ) : (
      <ReadError error={error} previousContentNoun={null} onRetry={() => void refetch()} />
    );
  const lists = [
    ["Due", data.due],
    ["Owned by you", data.owned],
    ["With your participation", data.participating],
    ["Opened by you", data.opened],
  ] as const;
  const isEmpty =
    data.mentions.length === 0 &&
    data.approvals.length === 0 &&
    lists.every(([, entries]) => entries.length === 0);
  if (isEmpty)
    return (
      <p className="max-w-[720px] text-ink-2">
        No open investigations. This list shows investigations that you own, opened or take part in. It also
        shows those that mention you, or have a change that you may approve.
      </p>
    );
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(280px,1fr))] gap-x-8 gap-y-6">
      {data.mentions.length > 0 && <Mentions response={data} receivedAtMs={dataUpdatedAt} />}
      {data.approvals.length > 0 && <Approvals response={data} receivedAtMs={dataUpdatedAt} />}
      {lists.map(
        ([title, entries]) =>
          entries.length > 0 && (
            <ListSection key={title} title={title}>
              {entries.map((entry) => (
                <EntryItem key={entry.id} entry={entry} />
              ))}
            </ListSection>
          ),
      )}
    </div>
  );
}

interface DatedListProps {
  readonly response: ForYouResponse;
  readonly receivedAtMs: number;
}

function Mentions({ response: { mentions, asOfMs }, receivedAtMs }: DatedListProps) {
  return (
    <ListSection title="Mentions">
      {mentions.map((mention) => (
        <li key={mention.entryId} className="border-b border-rule py-2">
          <InvestigationLink investigation={mention} className="text-sm" />
          <div className="line-clamp-3 pt-0.5 text-xs wrap-anywhere text-ink-2">
            <span>{isolateDirection(mention.author)}:</span>
            <MarkdownText text={mention.text} />
          </div>
          <p className="tnum text-2xs text-ink-3">
            <Age atMs={mention.atMs} asOfMs={asOfMs} receivedAtMs={receivedAtMs} />
          </p>
        </li>
      ))}
    </ListSection>
  );
}

/** Adopted changes that wait for the person. Each link opens the step with the experiment. */
function Approvals({ response: { approvals, asOfMs }, receivedAtMs }: DatedListProps) {
  return (
    <ListSection title="Approvals">
      {approvals.map((approval) => (
        <li key={approval.experimentId} className="border-b border-rule py-2">
          <InvestigationLink investigation={approval} className="text-sm" />
          <p className="pt-0.5 text-xs wrap-anywhere text-ink-2">
            <Link href={stepPath(approval.number)} className="text-accent hover:underline">
              {experimentName(approval.experiment)}
            </Link>
            , adopted by {isolateDirection(approval.author)}:{" "}
            <span className="font-mono">{isolateDirection(factorText(approval.factor))}</span>
          </p>
          <p className="tnum text-2xs text-ink-3">
            <Age atMs={approval.atMs} asOfMs={asOfMs} receivedAtMs={receivedAtMs} />
          </p>
        </li>
      ))}
    </ListSection>
  );
}

/** The step with the experiments. */
function stepPath(number: number): string {
  return `/investigations/${investigationName(number)}?step=optimise`;
}

function EntryItem({ entry }: { readonly entry: InvestigationEntry }) {
  return (
    <li className="border-b border-rule py-2">
      <InvestigationLink investigation={entry} className="text-sm" />
      <p className="flex items-center gap-2 pt-0.5 text-xs text-ink-2">
        <StateMark state={entry.state} />
        {entry.dueOn !== null && <span>due {formatCalendarDay(entry.dueOn)}</span>}
      </p>
    </li>
  );
}

function ListSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="border-b border-rule-strong pb-1.5 font-semibold">{title}</h2>
      <ul>{children}</ul>
    </section>
  );
}

"use client";

import Link from "next/link";
import type {
  InvestigationEntry,
  InvestigationsResponse,
} from "@/lib/contracts/investigations/investigations";
import {
  investigationStates,
  openStates,
  stateExplanations,
  stateTitles,
  type InvestigationState,
} from "@/lib/model/investigation/investigation-state";
import { stepNumber } from "@/lib/model/investigation/step-ids";
import { Age } from "@/components/shared/age";
import { isolateDirection } from "@/components/shared/isolated-text";
import { StateMark } from "../state-mark";
import { InvestigationLink } from "./investigation-link";
import { linkToInvestigations, type InvestigationListState } from "../url-state";

interface InvestigationBoardProps {
  readonly state: InvestigationListState;
  readonly response: InvestigationsResponse;
  readonly receivedAtMs: number;
}

/** Investigations by state: one column for each state that the filter selects. */
export function InvestigationBoard({ state, response, receivedAtMs }: InvestigationBoardProps) {
  const { investigations, counts, asOfMs } = response;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-x-6 gap-y-6">
      {columnsOf(state, counts).map((column) => {
        const entries = investigations.filter((one) => one.state === column);
        const count = counts[column] ?? 0;
        return (
          <section key={column} aria-label={stateTitles[column]} className="min-w-0">
            <h2
              title={stateExplanations[column]}
              className="flex items-center justify-between gap-2 border-b border-rule-strong pb-1.5 font-semibold"
            >
              <StateMark state={column} />
              <span className="tnum text-xs font-normal text-ink-2">{count}</span>
            </h2>
            <ul>
              {entries.map((one) => (
                <li key={one.id} className="border-b border-rule py-2">
                  <InvestigationLink investigation={one} className="text-sm" />
                  <p className="pt-0.5 text-xs text-ink-2">{isolateDirection(factsOf(one))}</p>
                  <p className="tnum text-2xs text-ink-3">
                    changed <Age atMs={one.updatedAtMs} asOfMs={asOfMs} receivedAtMs={receivedAtMs} />
                  </p>
                </li>
              ))}
            </ul>
            {entries.length < count && (
              <p className="pt-2 text-xs">
                <Link
                  href={linkToInvestigations("/investigations", { ...state, state: column, layout: "list" })}
                  className="text-accent hover:underline"
                >
                  List all {count}
                </Link>
              </p>
            )}
          </section>
        );
      })}
    </div>
  );
}

function columnsOf(
  { state }: InvestigationListState,
  counts: InvestigationsResponse["counts"],
): readonly InvestigationState[] {
  if (state === "open") return openStates;
  if (state !== "all") return [state];
  return investigationStates.filter((one) => openStates.includes(one) || (counts[one] ?? 0) > 0);
}

function factsOf({ severity, step, owner, deployments }: InvestigationEntry): string {
  return [
    `Severity ${severity}`,
    `step ${stepNumber(step)} of 7`,
    owner?.name ?? "no owner",
    ...deployments.map(({ title }) => title),
  ].join(" · ");
}

"use client";

import { useState } from "react";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { investigationName } from "@/lib/model/investigation/investigation";
import { stateExplanations } from "@/lib/model/investigation/investigation-state";
import { severityExplanations } from "@/lib/model/investigation/severity";
import { ChangeRefusal } from "@/components/shared/forms/change-refusal";
import { isolateDirection } from "@/components/shared/isolated-text";
import { ShapeMark } from "@/components/shared/status-mark";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { Button } from "@/components/ui/button";
import { formatCalendarDay, isOverdue } from "../due-date";
import { StateMark } from "../state-mark";
import { ExportActions } from "./export-actions";
import { PropertiesForm } from "./properties-form";
import { StateForm } from "./state-form";

/** Title, state, severity, owner and due date, with the forms that change them. */
export function InvestigationHeader({ page }: { readonly page: InvestigationResponse }) {
  const [opened, setOpened] = useState<"state" | "properties" | null>(null);
  const { investigation, rights } = page;
  const { number, title, state, severity, owner, dueOn, team, visibility, deployments, tags } = investigation;
  const timeZone = useTimeZone();
  const isLate = isOverdue(investigation, { asOfMs: page.asOfMs, timeZone });
  const close = (): void => setOpened(null);
  return (
    <header className="pb-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-2">
          <span className="font-mono">{investigationName(number)}</span>
          <span title={stateExplanations[state]}>
            <StateMark state={state} />
          </span>
          <span title={severityExplanations[severity]}>severity {severity}</span>
          <span>{owner === null ? "no owner" : <>owner {isolateDirection(owner.name)}</>}</span>
          {dueOn !== null && (
            <span>
              due {formatCalendarDay(dueOn)}
              {isLate && (
                <span className="ml-2 inline-flex items-center gap-1 text-bad">
                  <ShapeMark shape="over" className="size-2" />
                  overdue
                </span>
              )}
            </span>
          )}
          {team !== null && <span>team {isolateDirection(team.name)}</span>}
          {visibility === "team" && <span>visible to the team only</span>}
        </p>
        <div className="flex flex-wrap gap-2 print:hidden">
          {rights.canEdit && (
            <>
              <Button size="sm" onClick={() => setOpened("state")}>
                Change state
              </Button>
              <Button size="sm" onClick={() => setOpened("properties")}>
                Edit
              </Button>
            </>
          )}
          <ExportActions number={number} />
          {/* On narrow screens, the comments are below all evidence. */}
          <a href="#timeline" className="min-h-6 self-center text-xs text-accent hover:underline xl:hidden">
            Comments and timeline
          </a>
        </div>
      </div>
      <h1 className="max-w-[1040px] pt-1 text-xl font-semibold tracking-[-0.014em] wrap-anywhere">
        {isolateDirection(title)}
      </h1>
      <p className="pt-1 text-ink-2">
        {deployments.length === 0
          ? "No deployment"
          : isolateDirection(deployments.map((one) => one.title).join(", "))}
        {tags.length > 0 && ` · ${tags.join(", ")}`}
      </p>
      {rights.editRefusal !== null && (
        <div className="pt-1 print:hidden">
          <ChangeRefusal text={rights.editRefusal} />
        </div>
      )}
      {opened === "state" && <StateForm page={page} onClose={close} />}
      {opened === "properties" && <PropertiesForm page={page} onClose={close} />}
    </header>
  );
}

"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { useView } from "@/lib/client/url-state";
import type { CaseStudiesResponse } from "@/lib/contracts/investigations/reports/case-studies";
import { countWithNoun } from "@/lib/format/agreement";
import { formatDateTimeWithYear, formatTimeZoneName } from "@/lib/format/time";
import { investigationName } from "@/lib/model/investigation/investigation";
import { isClosedState, stateTitles } from "@/lib/model/investigation/investigation-state";
import { SectionTabs } from "@/components/layout/section-tabs";
import { isolateDirection } from "@/components/shared/isolated-text";
import { ReadError } from "@/components/shared/reads/read-error";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { Field, fieldClasses } from "@/components/ui/field";
import { useCaseStudyListState } from "../url-state";
import { caseStudiesQuery, reportPath } from "./report-requests";

/** Lists published case studies, with a search over their texts. */
export function CaseStudiesPage() {
  const [view, setView] = useView();
  const { state, change, openPage } = useCaseStudyListState();
  const deployments = useQuery(listedDeploymentsQuery).data?.deployments ?? [];
  const { data, error, refetch } = useQuery({
    ...caseStudiesQuery({
      ...(state.find === null ? {} : { text: state.find }),
      ...(state.class === null ? {} : { causeClass: state.class }),
      ...(view.d === null ? {} : { deployment: view.d }),
      ...(state.after === null ? {} : { cursor: state.after }),
    }),
    placeholderData: keepPreviousData,
  });
  const hasFilter = state.find !== null || state.class !== null || view.d !== null;
  return (
    <>
      <SectionTabs label="Pages of investigations" className="mb-4" />
      <header className="pb-5">
        <h1 className="max-w-[1040px] text-2xl font-medium tracking-[-0.01em] text-ink-2">
          <span className="font-semibold text-ink">Case studies.</span> Problems that were resolved, with
          their cause, their fix and the measured effect.
        </h1>
      </header>
      <search aria-label="Filter case studies" className="flex flex-wrap items-end gap-3 pb-4 print:hidden">
        <Field label="Words in title or text">
          <input
            type="search"
            className={`${fieldClasses} w-56`}
            maxLength={100}
            value={state.find ?? ""}
            onChange={({ target }) => change({ find: target.value === "" ? null : target.value })}
          />
        </Field>
        <Choice
          label="Deployment"
          value={view.d ?? ""}
          options={[["", "All deployments"], ...deployments.map(({ slug, title }) => [slug, title] as const)]}
          onChoose={(slug) => {
            void setView({ d: slug === "" ? null : slug, m: null, i: null });
            openPage(null);
          }}
        />
        <Choice
          label="Class of the cause"
          value={state.class ?? ""}
          options={[["", "All classes"], ...(data?.causeClasses ?? []).map((one) => [one, one] as const)]}
          onChoose={(chosen) => change({ class: chosen === "" ? null : chosen })}
        />
      </search>
      {error !== null && (
        <ReadError
          error={error}
          previousContentNoun={data === undefined ? null : "list"}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && (
        <p aria-busy className="text-ink-2">
          Loading case studies
        </p>
      )}
      {data !== undefined && <CaseStudyList response={data} hasFilter={hasFilter} />}
      {data !== undefined && data.nextCursor !== null && (
        <Button size="sm" className="mt-3" onClick={() => openPage(data.nextCursor)}>
          Next page
        </Button>
      )}
    </>
  );
}

interface CaseStudyListProps {
  readonly response: CaseStudiesResponse;
  readonly hasFilter: boolean;
}

function CaseStudyList({ response: { caseStudies }, hasFilter }: CaseStudyListProps) {
  if (caseStudies.length === 0)
    return (
      <p className="max-w-[720px] text-ink-2">
        {hasFilter
          ? "No case study matches these filters. Change the words or the filters."
          : "No case study was published yet. Resolve an investigation, and use “Write case study” on its page."}
      </p>
    );
  return (
    <>
      <p role="status" className="pb-2 text-xs text-ink-2">
        {countWithNoun(caseStudies.length, "case study", "case studies")}
      </p>
      <ul aria-label="Case studies" className="max-w-[820px] border-t border-rule">
        {caseStudies.map((one) => (
          <CaseStudyItem key={one.number} one={one} />
        ))}
      </ul>
    </>
  );
}

function CaseStudyItem({ one }: { readonly one: CaseStudy }) {
  const timeZone = useTimeZone();
  const { number, state, round, title, problem, fix, causeClass, deployments, publishedAtMs } = one;
  return (
    <li className="border-b border-rule py-3">
      <h2 className="font-semibold wrap-anywhere">
        <Link
          href={reportPath(number, "case-study")}
          prefetch={false}
          className="text-accent hover:underline"
        >
          {isolateDirection(title)}
        </Link>
      </h2>
      <p className="text-xs text-ink-2 wrap-anywhere">
        {[
          investigationName(number),
          ...deployments.map((deployment) => deployment.title),
          ...(causeClass === null ? [] : [causeClass]),
          ...(state === "resolved" ? [] : [describeLaterState(state, round)]),
        ].join(" · ")}{" "}
        · published {formatDateTimeWithYear(publishedAtMs, timeZone)}{" "}
        {formatTimeZoneName(publishedAtMs, timeZone)}
      </p>
      <p className="line-clamp-2 pt-1 wrap-anywhere">{isolateDirection(problem)}</p>
      <p className="line-clamp-2 text-ink-2 wrap-anywhere">Fix: {isolateDirection(fix)}</p>
    </li>
  );
}

type CaseStudy = CaseStudiesResponse["caseStudies"][number];

/** An investigation was resolved when its case study was published, but it may have been reopened. */
function describeLaterState(state: CaseStudy["state"], round: number): string {
  return `${isClosedState(state) ? stateTitles[state] : "Reopened"}, round ${round}`;
}

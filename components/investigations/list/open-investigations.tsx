"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { countWithNoun } from "@/lib/format/agreement";
import { openStates } from "@/lib/model/investigation/investigation-state";
import { Age } from "@/components/shared/age";
import { isolateDirection } from "@/components/shared/isolated-text";
import { ReadError } from "@/components/shared/reads/read-error";
import { investigationsQuery } from "@/lib/client/queries/investigations";
import { StateMark } from "../state-mark";
import { InvestigationLink } from "./investigation-link";

const listedCount = 5;
const query = investigationsQuery({ states: openStates.join(), sort: "severity", limit: listedCount });

/** The most severe open investigations of all deployments. Renders nothing if none is open. */
export function OpenInvestigations() {
  const { data, error, refetch, dataUpdatedAt } = useQuery(query);
  if (data === undefined)
    return error === null ? null : (
      <ReadError error={error} previousContentNoun={null} onRetry={() => void refetch()} />
    );
  const { investigations, counts, asOfMs } = data;
  const matchingCount = openStates.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  if (investigations.length === 0) return null;
  return (
    <section aria-labelledby="open-investigations" className="pt-8">
      <h2 id="open-investigations" className="border-b border-rule-strong pb-1.5 font-semibold">
        {countWithNoun(matchingCount, "open investigation")}
      </h2>
      {error !== null && (
        <ReadError error={error} previousContentNoun="list" onRetry={() => void refetch()} />
      )}
      <ul aria-labelledby="open-investigations">
        {investigations.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b border-rule py-2"
          >
            <InvestigationLink investigation={one} className="text-sm" />
            <span className="flex flex-wrap items-center gap-x-4 text-xs text-ink-2">
              <StateMark state={one.state} />
              <span>severity {one.severity}</span>
              {one.deployments.length > 0 && (
                <span className="wrap-anywhere">
                  {isolateDirection(one.deployments.map(({ title }) => title).join(", "))}
                </span>
              )}
              {one.owner !== null && (
                <span className="wrap-anywhere">{isolateDirection(one.owner.name)}</span>
              )}
              <span className="tnum">
                opened <Age atMs={one.createdAtMs} asOfMs={asOfMs} receivedAtMs={dataUpdatedAt} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      {matchingCount > investigations.length && (
        <p className="pt-2 text-xs">
          <Link href="/investigations" className="text-accent hover:underline">
            All open investigations
          </Link>
        </p>
      )}
    </section>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { Proposal } from "@/lib/contracts/discovery";
import { dataCheckQuery } from "@/lib/client/queries/data-check";
import { linkTo } from "@/lib/client/url-state";
import { printSelectorText } from "@/lib/model/selector-text";
import { countOutcomes } from "./check-sections";

/** What is known of one deployment: its series, servers, joined exporters, traces, and which signals answer. */
export function DeploymentFacts({ deployment }: { readonly deployment: Proposal }) {
  const { pools, discoveredPools, instances, attachments, traceServices, formerSlugs } = deployment;
  return (
    <dl className="mt-3 grid grid-cols-1 gap-x-6 gap-y-1 text-xs sm:grid-cols-[140px_1fr]">
      {pools.map(({ role, selectors }, index) => (
        <Fact key={index} name={role === "both" ? "Selectors" : `Selectors, ${role}`}>
          <Selectors selectors={selectors} />
        </Fact>
      ))}
      {discoveredPools !== null && (
        <Fact name="As discovered">
          <Selectors selectors={discoveredPools.flatMap(({ selectors }) => selectors)} />
        </Fact>
      )}
      <Fact name="Servers">{instances.length === 0 ? "none named" : instances.join(", ")}</Fact>
      {attachments.map(({ exporter, title, selectors }) => (
        <Fact key={exporter} name={title}>
          <Selectors selectors={selectors} />
        </Fact>
      ))}
      <Fact name="Trace services">
        {traceServices.length === 0 ? "none has its name" : traceServices.join(", ")}
      </Fact>
      <Fact name="Metric names">{deployment.metricNameCount} ever seen</Fact>
      {formerSlugs.length > 0 && <Fact name="Also reached as">{formerSlugs.join(", ")}</Fact>}
      {deployment.mergedInto === null && (
        <Fact name="Signals">
          <Answering slug={deployment.slug} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-2">{name}</dt>
      <dd className="mb-1 min-w-0 break-words sm:mb-0">{children}</dd>
    </div>
  );
}

function Selectors({ selectors }: { readonly selectors: Proposal["pools"][number]["selectors"] }) {
  return selectors.map((one, index) => (
    <code key={index} className="block font-mono break-all">
      {printSelectorText([one])}
    </code>
  ));
}

/** Asked when somebody looks, since it runs every query there is. */
function Answering({ slug }: { readonly slug: string }) {
  const { data, error } = useQuery(dataCheckQuery(slug));
  const href = linkTo("/settings/data-check", { d: slug });
  const link = (
    <Link href={href} className="text-accent hover:underline">
      data check
    </Link>
  );
  if (error !== null && data === undefined) return <>could not be checked; see the {link}</>;
  if (data === undefined) return <span aria-busy>asking every query</span>;
  const { answers, total } = countOutcomes(data.rows);
  return (
    <>
      {answers} of {total} answer, see the {link}
    </>
  );
}

"use client";

import dynamic from "next/dynamic";
import Link from "next/link";
import { useState } from "react";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { reportKinds, reportKindTitles } from "@/lib/model/investigation/reports/report-kinds";
import { Button } from "@/components/ui/button";
import { reportPath } from "./report-requests";

const CaseStudyEditor = dynamic(
  () => import("./case-study-editor").then((module) => module.CaseStudyEditor),
  { ssr: false },
);
const ReportLinks = dynamic(() => import("./report-links").then((module) => module.ReportLinks), {
  ssr: false,
});

/** The reports of an investigation, the form of its case study, and its public links. */
export function ReportSection({ page }: { readonly page: InvestigationResponse }) {
  const [opened, setOpened] = useState<"case-study" | "links" | null>(null);
  const { number } = page.investigation;
  return (
    <section aria-labelledby="reports" className="print:hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-2 pb-1">
        <h2 id="reports" className="text-md font-semibold">
          Reports
        </h2>
        {page.rights.canEdit && (
          <p className="flex flex-wrap gap-1">
            <Button size="sm" onClick={() => setOpened("case-study")}>
              Write case study
            </Button>
            <Button size="sm" onClick={() => setOpened("links")}>
              Public links
            </Button>
          </p>
        )}
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {reportKinds.map((kind) => (
          <li key={kind}>
            <Link
              href={reportPath(number, kind)}
              prefetch={false}
              className="inline-block py-1 text-accent hover:underline"
            >
              {reportKindTitles[kind]}
            </Link>
          </li>
        ))}
      </ul>
      {opened === "case-study" && <CaseStudyEditor page={page} onClose={() => setOpened(null)} />}
      {opened === "links" && <ReportLinks number={number} />}
    </section>
  );
}

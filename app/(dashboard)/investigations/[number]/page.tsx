import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { EvidenceKindsOfPages } from "@/app/evidence/evidence-kinds";
import { FirstAnswers } from "@/app/first-answers";
import { readAnswers, type FirstQuery } from "@/app/read-answers";
import { InvestigationPage } from "@/components/investigations/detail/investigation-page";
import { investigationQuery } from "@/components/investigations/investigation-requests";
import { investigationContract } from "@/lib/contracts/investigations/investigations";
import { callHandlerWithHeaders } from "@/lib/server/call";
import { isDocumentRequest } from "@/lib/server/http/is-document-request";
import { getInvestigation } from "@/lib/services/investigations/get-investigation";

interface PageProps {
  readonly params: Promise<{ readonly number: string }>;
}

const namePattern = /^INV-([1-9]\d{0,8})$/i;

/** The browser sends a slower query itself. */
const maxWaitMs = 700;

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: decodeURIComponent((await params).number).toUpperCase() };
}

export default async function Page({ params }: PageProps) {
  const digits = namePattern.exec((await params).number)?.[1];
  if (digits === undefined) notFound();
  const number = Number(digits);
  const requestHeaders = await headers();
  const page = (
    <EvidenceKindsOfPages>
      <InvestigationPage key={number} number={number} />
    </EvidenceKindsOfPages>
  );
  if (!isDocumentRequest(requestHeaders)) return page;
  const answers = await readAnswers([firstInvestigationQuery(number)], requestHeaders, maxWaitMs);
  return <FirstAnswers answers={answers}>{page}</FirstAnswers>;
}

function firstInvestigationQuery(number: number): FirstQuery {
  return {
    queryKey: investigationQuery(number).queryKey,
    read: async (requestHeaders) => {
      const response = await callHandlerWithHeaders(requestHeaders, {
        contract: investigationContract,
        handler: getInvestigation,
        input: { params: { number: String(number) } },
      });
      return response.ok ? JSON.stringify(response.value) : undefined;
    },
  };
}

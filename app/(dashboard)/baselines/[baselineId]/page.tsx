import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { FirstAnswers } from "@/app/first-answers";
import { readAnswers, type FirstQuery } from "@/app/read-answers";
import { BaselinePage } from "@/components/baselines/detail/baseline-page";
import { baselineQuery } from "@/lib/client/queries/baselines";
import { baselineContract } from "@/lib/contracts/baselines";
import { callHandlerWithHeaders } from "@/lib/server/call";
import { isDocumentRequest } from "@/lib/server/http/is-document-request";
import { getBaseline } from "@/lib/services/baselines/get-baseline";

export const metadata: Metadata = { title: "Baseline" };

interface PageProps {
  readonly params: Promise<{ readonly baselineId: string }>;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The browser sends a slower query itself. */
const maxWaitMs = 700;

export default async function Page({ params }: PageProps) {
  const { baselineId } = await params;
  if (!uuid.test(baselineId)) notFound();
  const requestHeaders = await headers();
  const page = <BaselinePage baselineId={baselineId} />;
  if (!isDocumentRequest(requestHeaders)) return page;
  const answers = await readAnswers([firstBaselineQuery(baselineId)], requestHeaders, maxWaitMs);
  return <FirstAnswers answers={answers}>{page}</FirstAnswers>;
}

function firstBaselineQuery(baselineId: string): FirstQuery {
  return {
    queryKey: baselineQuery(baselineId).queryKey,
    read: async (requestHeaders) => {
      const response = await callHandlerWithHeaders(requestHeaders, {
        contract: baselineContract,
        handler: getBaseline,
        input: { params: { baselineId } },
      });
      return response.ok ? JSON.stringify(response.value) : undefined;
    },
  };
}

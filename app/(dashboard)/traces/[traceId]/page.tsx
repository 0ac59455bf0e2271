import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { Suspense } from "react";
import { preload } from "react-dom";
import { waitOrReturnPending } from "@/lib/server/concurrency/pending-after";
import { firstRowsContract } from "@/lib/contracts/traces/traces";
import { createTraceUrl, readTraceRequest, type TraceRequestParams } from "@/lib/client/trace-url";
import { callHandler } from "@/lib/server/call";
import { isDocumentRequest } from "@/lib/server/http/is-document-request";
import { getFirstRows } from "@/lib/services/traces/waterfall/get-first-rows";
import { traceTitle } from "@/components/layout/titles/document-title";
import { FirstRowsView, TraceLoading, TraceError } from "@/components/traces/first-view";
import { TracePage } from "@/components/traces/trace/trace-page";

interface PageProps {
  readonly params: Promise<{ readonly traceId: string }>;
  readonly searchParams: Promise<{ readonly [name: string]: string | readonly string[] | undefined }>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: traceTitle((await params).traceId) };
}

export default async function Page({ params, searchParams }: PageProps) {
  const { traceId } = await params;
  if (!/^[0-9a-f]{16,32}$/.test(traceId)) notFound();
  const search = await searchParams;
  const ask = readTraceRequest(search);
  // Starts loading the trace before the page's scripts are loaded.
  preload(createTraceUrl(traceId, ask), { as: "fetch", crossOrigin: "anonymous", fetchPriority: "low" });
  if (!isDocumentRequest(await headers())) return <TracePage traceId={traceId} first={null} />;
  const reading = readFirstRows({ traceId, ask, span: spanOf(search["span"]) });
  const outcome = await waitOrReturnPending(maxWaitMs, () => reading);
  const first =
    outcome.kind === "done" ? (
      <FirstSpanRows rows={outcome.value} />
    ) : (
      <Suspense fallback={<TraceLoading />}>
        <DeferredFirstRows reading={reading} />
      </Suspense>
    );
  return <TracePage traceId={traceId} first={first} />;
}

/**
 * Maximum time to wait for the first rows so that they are part of the initial HTML. Later rows are inserted by a
 * script, which waits for the other scripts.
 */
const maxWaitMs = 700;

interface FirstRowsRequest {
  readonly traceId: string;
  readonly ask: TraceRequestParams;
  readonly span: string | undefined;
}

type FirstRowsResult = Awaited<ReturnType<typeof readFirstRows>>;

/** Renders the first rows of the trace on the server, so that they are visible before scripts run. */
function readFirstRows({ traceId, ask: { clock, deployment }, span }: FirstRowsRequest) {
  return callHandler(firstRowsContract, getFirstRows, {
    params: { traceId },
    query: {
      clock,
      ...(deployment === null ? {} : { deployment }),
      ...(span === undefined ? {} : { span }),
    },
  });
}

async function DeferredFirstRows({ reading }: { readonly reading: Promise<FirstRowsResult> }) {
  return <FirstSpanRows rows={await reading} />;
}

function FirstSpanRows({ rows }: { readonly rows: FirstRowsResult }) {
  if (rows.ok)
    return rows.value.firstRows === null ? (
      <TraceLoading />
    ) : (
      <FirstRowsView firstRows={rows.value.firstRows} />
    );
  const { code, title, detail } = rows.error;
  // The page's full request has a longer time limit.
  return code === "timeout" ? <TraceLoading /> : <TraceError title={title} detail={detail} />;
}

function spanOf(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === "string" && /^[0-9a-f]{1,32}$/.test(value) ? value : undefined;
}

import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { Suspense } from "react";
import { preload } from "react-dom";
import { soon } from "@/lib/server/soon";
import { firstRowsContract } from "@/lib/contracts/traces";
import { traceAddress, traceAskOf, type TraceAsk } from "@/lib/client/trace-address";
import { call } from "@/lib/server/call";
import { getFirstRows } from "@/lib/services/traces/get-first-rows";
import { FirstView, ReadingTrace, TraceTrouble } from "@/components/traces/first-view";
import { TracePage } from "@/components/traces/trace-page";

export const metadata: Metadata = { title: "Trace" };

interface PageProps {
  readonly params: Promise<{ readonly traceId: string }>;
  readonly searchParams: Promise<{ readonly [name: string]: string | readonly string[] | undefined }>;
}

export default async function Page({ params, searchParams }: PageProps) {
  const { traceId } = await params;
  if (!/^[0-9a-f]{16,32}$/.test(traceId)) notFound();
  const search = await searchParams;
  const ask = traceAskOf(search);
  // The trace is on its way while the page's scripts still come.
  preload(traceAddress(traceId, ask), { as: "fetch", crossOrigin: "anonymous", fetchPriority: "low" });
  if (!(await isDocument())) return <TracePage traceId={traceId} first={null} />;
  const reading = readFirst({ traceId, ask, span: spanOf(search["span"]) });
  const rows = await soon(reading, heldMs);
  const first =
    rows === undefined ? (
      <Suspense fallback={<ReadingTrace />}>
        <Later reading={reading} />
      </Suspense>
    ) : (
      <First rows={rows} />
    );
  return <TracePage traceId={traceId} first={first} />;
}

/**
 * The page waits so long for the rows, so that they come where they stand, in one piece with it. What comes later is put in its place by
 * a script, which has to wait for the page's other scripts.
 */
const heldMs = 700;

interface FirstAsk {
  readonly traceId: string;
  readonly ask: TraceAsk;
  readonly span: string | undefined;
}

type FirstRead = Awaited<ReturnType<typeof readFirst>>;

/** The trace's first rows as HTML: they are read, and seen, before a script runs. */
function readFirst({ traceId, ask: { clock, deployment }, span }: FirstAsk) {
  return call(firstRowsContract, getFirstRows, {
    params: { traceId },
    query: {
      clock,
      ...(deployment === null ? {} : { deployment }),
      ...(span === undefined ? {} : { span }),
    },
  });
}

async function Later({ reading }: { readonly reading: Promise<FirstRead> }) {
  return <First rows={await reading} />;
}

function First({ rows }: { readonly rows: FirstRead }) {
  if (rows.ok) return rows.value.first === null ? <ReadingTrace /> : <FirstView first={rows.value.first} />;
  const { code, title, detail } = rows.error;
  // The page's own question is given more time than this one.
  return code === "timeout" ? <ReadingTrace /> : <TraceTrouble title={title} detail={detail} />;
}

/** Whoever comes from another page of ours has its scripts already: they ask by themselves, and wait for nothing here. */
async function isDocument(): Promise<boolean> {
  const asked = (await headers()).get("sec-fetch-dest");
  return asked === null || asked === "document";
}

function spanOf(told: string | readonly string[] | undefined): string | undefined {
  return typeof told === "string" && /^[0-9a-f]{1,32}$/.test(told) ? told : undefined;
}

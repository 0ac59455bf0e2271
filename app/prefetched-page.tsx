/** Renders pages with the answers of their first queries, so that documents show data before scripts run. */
import { headers } from "next/headers";
import type { SearchParams } from "nuqs/server";
import { cache, type ReactNode } from "react";
import { getPage } from "@/components/layout/pages";
import { waitOrReturnPending } from "@/lib/server/concurrency/pending-after";
import { isDocumentRequest } from "@/lib/server/http/is-document-request";
import { FirstAnswers } from "./first-answers";
import { firstQueries, shellQueries, type PrefetchedPageId } from "./first-queries";
import { LatePart } from "./late-part";
import { readAnswers, type FirstAnswer } from "./read-answers";
import { redirectFormerSlug } from "./redirect-former-slug";

/** Maximum time to wait for the page frame's queries, which read the database only. */
const shellWaitMs = 400;
/** Answers within this time are in the document's first part. A script inserts later answers. */
const firstPartWaitMs = 150;
/** The browser sends slower queries itself. The overview has pending rows before. */
const maxWaitMs = 1_500;

/** Returns the answers of the page frame's queries. They are read once per request. */
const readShellAnswers = cache(async (): Promise<readonly FirstAnswer[]> => {
  const requestHeaders = await headers();
  return isDocumentRequest(requestHeaders) ? readAnswers(shellQueries, requestHeaders, shellWaitMs) : [];
});

/** Renders the page frame with the answers of its queries. */
export async function PrefetchedShell({ children }: { readonly children: ReactNode }) {
  return <FirstAnswers answers={await readShellAnswers()}>{children}</FirstAnswers>;
}

interface AnsweredPageProps {
  readonly page: PrefetchedPageId;
  readonly searchParams: Promise<SearchParams>;
  readonly children: ReactNode;
}

/** Renders a page with the answers of its first queries. The document shows the loading page while they are read. */
export async function PrefetchedPage({ page, searchParams, children }: AnsweredPageProps) {
  const requestHeaders = await headers();
  if (!isDocumentRequest(requestHeaders)) return children;
  await redirectFormerSlug(getPage(page).path, await searchParams, requestHeaders);
  const reading = firstQueries[page](searchParams).then((queries) =>
    readAnswers(queries, requestHeaders, maxWaitMs),
  );
  const outcome = await waitOrReturnPending(firstPartWaitMs, () => reading);
  if (outcome.kind === "done") return <FirstAnswers answers={outcome.value}>{children}</FirstAnswers>;
  const shellAnswers = await readShellAnswers();
  // The browser hydrates a late part last. Queries of the page frame that it answers until then would change the part.
  if (outcome.kind === "failed" || shellAnswers.length < shellQueries.length) return children;
  return (
    <LatePart fallback={children}>
      <LateAnswers reading={reading}>{children}</LateAnswers>
    </LatePart>
  );
}

interface LateAnswersProps {
  readonly reading: Promise<readonly FirstAnswer[]>;
  readonly children: ReactNode;
}

async function LateAnswers({ reading, children }: LateAnswersProps) {
  return <FirstAnswers answers={await reading}>{children}</FirstAnswers>;
}

import type { ReactNode } from "react";
import { useView } from "@/lib/client/url-state";
import { atWindowEndPrefix } from "@/lib/format/sentence";
import type { OverviewRow } from "@/lib/contracts/overview";
import { isolateDirection } from "@/components/shared/isolated-text";
import { createPartLinker } from "@/components/shared/scope/signals-link";
import { SentenceText } from "@/components/shared/sentence-text";
import { StatusMark } from "@/components/shared/status-mark";
import { VerdictFacts } from "@/components/shared/scope/verdict-facts";
import { DeploymentStatusText } from "./deployment-status-text";
import { SlowestTracesLink } from "./slowest-traces-link";
import { splitSentences } from "./split-sentences";
import { addInstanceToLink, SectionTabs } from "@/components/layout/section-tabs";

interface HeadlineProps {
  readonly slug: string | null;
  /** True if the panels show only one model or instance. The sentence describes the complete deployment. */
  readonly showsSubset?: boolean;
  readonly row: OverviewRow | undefined;
  /** Why the status of the deployment could not be read. Absent or null if it was read or is still loading. */
  readonly problem?: string | null;
  readonly tracesHref: string;
  readonly actions: ReactNode;
}

/**
 * Height of a verdict with the usual number of lines. Without it, the panels would move when the verdict arrives. On
 * narrow screens the panels are invisible until then, see `getHiddenUntilVerdictClass`.
 */
const verdictHeights = "lg:min-h-48 xl:min-h-30";

/**
 * Returns the class of the content below a verdict that is still loading. The height of a verdict on a narrow screen varies
 * by more than the content may move.
 */
export function getHiddenUntilVerdictClass(
  row: OverviewRow | undefined,
  { isPending }: { readonly isPending: boolean },
): string | undefined {
  return (row === undefined ? isPending : row.state === "pending") ? "max-lg:invisible" : undefined;
}

function statusText(row: OverviewRow | undefined, problem: string | null): string {
  if (row?.state === "judged") return "";
  return row?.state === "failed" ? row.problem.title : (problem ?? "Loading status");
}

/**
 * Shows the first sentence of the deployment's status as the headline, further sentences below it, and the tabs of
 * its signals.
 */
export function SignalsHeadline({
  slug,
  showsSubset = false,
  row,
  problem = null,
  tracesHref,
  actions,
}: HeadlineProps) {
  const [view] = useView();
  const hrefFor = createPartLinker(view, row?.state === "judged" ? row.asOfMs : 0);
  const context = row?.state === "judged" ? row.context : undefined;
  const [opening] = row?.state === "judged" ? row.sentence : [];
  // The name of the deployment states the time, because a second prefix would be hard to read.
  const isPast = opening?.kind === "text" && opening.text === atWindowEndPrefix;
  const sentences =
    row?.state === "judged" ? splitSentences(isPast ? row.sentence.slice(1) : row.sentence) : undefined;
  return (
    <header className="pb-5">
      <div className={verdictHeights}>
        <h1 className="max-w-[1040px] text-2xl font-medium tracking-[-0.01em] text-ink-2">
          <span className="font-semibold text-ink">
            {isolateDirection(row?.title ?? slug ?? "Signals")}
            {row?.state === "judged"
              ? `${showsSubset ? " overall" : ""}${isPast ? " at the end of the window" : ""}: `
              : ""}
          </span>
          {sentences !== undefined && <SentenceText sentence={sentences.first} hrefFor={hrefFor} />}
        </h1>
        {sentences !== undefined && sentences.rest.length > 0 && (
          <p className="mt-2 max-w-[1040px] text-ink-2">
            <SentenceText sentence={sentences.rest} hrefFor={hrefFor} />
          </p>
        )}
        {context !== undefined && (
          <p className="mt-2 max-w-[1040px]">
            <VerdictFacts context={context} hrefFor={hrefFor} />
          </p>
        )}
      </div>
      <div className="mt-2 flex min-h-5 flex-wrap items-center gap-x-6 gap-y-1 text-ink-2">
        {row?.state === "judged" && <StatusMark status={row.status} />}
        <DeploymentStatusText slug={slug} fallback={statusText(row, problem)} />
      </div>
      {slug !== null && (
        // All actions are equally high, so that a line does not become lower when its actions change.
        <div className="mt-1 flex min-h-7 flex-wrap items-center gap-x-4 gap-y-1 text-ink-2 in-data-kiosk:hidden print:hidden *:min-h-7">
          {actions}
          <SlowestTracesLink slug={slug} href={tracesHref} />
        </div>
      )}
      <SectionTabs label="Signals views" className="mt-4" extendLink={addInstanceToLink} />
    </header>
  );
}

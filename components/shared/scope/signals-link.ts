/** Links from the sentences and values of a deployment to the pages that show more, in the same or in a longer window. */
import type { LinkTarget, SentencePart } from "@/lib/model/sentence";
import type { SignalId } from "@/lib/model/signals/signals";
import { linkTo, type ViewState } from "@/lib/client/url-state";

type LinkedWindow = Pick<ViewState, "from" | "to" | "live">;

/** Returns the link to the signals of a deployment, at the panel of `signal` if given. */
export function createSignalsLink(slug: string, { from, to, live }: LinkedWindow, signal?: SignalId): string {
  const href = linkTo("/signals", { d: slug, from, to, live });
  return signal === undefined ? href : `${href}#signal-${signal}`;
}

/** Sentence part that may be a link. */
export type LinkablePart = Extract<SentencePart, { kind: "number" | "link" }>;

/**
 * Creates a function that returns the link of a sentence part, or undefined for a number that belongs to no deployment.
 */
export function createPartLinker(
  window: LinkedWindow,
  asOfMs: number,
): (part: LinkablePart) => string | undefined {
  return (part) => {
    if (part.kind === "link") return targetLink(part.target, windowFrom(part.target.fromMs, window, asOfMs));
    const { deployment, signal } = part;
    return deployment === undefined ? undefined : createSignalsLink(deployment, window, signal);
  };
}

function targetLink(target: LinkTarget, window: LinkedWindow): string {
  const { page, deployment: d, signal, traceOrder } = target;
  switch (page) {
    case "signals":
      return createSignalsLink(d, window, signal);
    case "events":
      return linkTo("/signals", { d, ...window, panel: "events" });
    case "traces":
      return linkTo("/traces", { d, ...window, ...(traceOrder === undefined ? {} : { tab: traceOrder }) });
    case "roofline":
      return linkTo("/roofline", { d, ...window });
    case "data-check":
      return linkTo("/settings/data-check", { d });
  }
}

const minuteMs = 60_000;
/** Time before the start, so that a chart shows the values before the change. */
const marginMs = 30 * minuteMs;

/** Returns the window from some minutes before `fromMs`. A live window stays live. */
function windowFrom(fromMs: number | undefined, window: LinkedWindow, asOfMs: number): LinkedWindow {
  const { from, to, live } = window;
  if (fromMs === undefined) return { from, to, live };
  const startMs = fromMs - marginMs;
  const minutes = Math.ceil((asOfMs - startMs) / minuteMs);
  return { from: to === "now" ? `now-${minutes}m` : String(Math.round(startMs)), to, live };
}

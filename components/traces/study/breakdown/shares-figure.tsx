import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import { formatWithUnit } from "@/lib/format/number";
import { sharesSentence } from "@/lib/sentences/traces/breakdown-text";
import { Figure } from "@/components/shared/figure";
import { getPhaseFillStyle, PhaseSwatch } from "./phase-bar";

type Shares = NonNullable<TraceStudy["shares"]>;

const parts = [
  {
    id: "work",
    title: "work",
    about: "prefill, decode, and fetching features or documents for the prompt",
    phase: "prefill",
  },
  { id: "waiting", title: "waiting", about: "in queues", phase: "queue" },
  {
    id: "overhead",
    title: "overhead",
    about: "gateway, admission, network, tokenization, detokenization, serialization",
    phase: "network",
  },
  { id: "other", title: "other", about: "other named spans", phase: "other" },
  { id: "unexplained", title: "unexplained", about: "not covered by a span", phase: "unexplained" },
] as const satisfies readonly { readonly id: keyof Shares; readonly [key: string]: string }[];

/** Shares of request time spent on work, waiting and overhead. */
export function SharesFigure({ shares }: Pick<TraceStudy, "shares">) {
  const sentence = sharesSentence({ shares });
  if (shares === null)
    return (
      <Figure title="Work and overhead" summary={sentence}>
        {null}
      </Figure>
    );
  return (
    <Figure title="Work and overhead" summary={sentence}>
      <span aria-hidden className="flex h-6 w-full gap-px overflow-hidden rounded-[2px]">
        {parts.map(({ id, phase }) => (
          <span key={id} style={{ flexGrow: shares[id], flexBasis: 0, ...getPhaseFillStyle(phase) }} />
        ))}
      </span>
      <dl className="tnum mt-3 grid grid-cols-1 gap-x-6 gap-y-1.5 text-xs md:grid-cols-[repeat(5,auto)]">
        {parts.map(({ id, title, about, phase }) => (
          <div key={id}>
            <dt className="flex items-center gap-1.5 text-ink-2">
              <PhaseSwatch phase={phase} />
              {title}
              <span className="font-medium text-ink">{formatWithUnit(shares[id], "ratio", "%")}</span>
            </dt>
            <dd className="pl-3.5 text-ink-3">{about}</dd>
          </div>
        ))}
      </dl>
    </Figure>
  );
}

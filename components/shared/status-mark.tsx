import type { StatusTone } from "@/lib/model/status/status-tone";
import { cn } from "@/components/ui/cn";

/** Shape of a state. A shape always has a word next to it, and a colour always has a shape. */
export type StatusShape = "over" | "unusual" | "ok" | "idle" | "unknown" | "stale" | "failed" | "loading";

const colours: { readonly [S in StatusShape]: string } = {
  over: "text-bad",
  unusual: "text-warn",
  ok: "text-ok",
  idle: "text-unknown",
  unknown: "text-unknown",
  stale: "text-warn",
  failed: "text-bad",
  loading: "text-unknown",
};

const paths: { readonly [S in StatusShape]: React.ReactNode } = {
  over: <path d="M6 .8 11.2 6 6 11.2.8 6Z" fill="currentColor" />,
  unusual: <path d="M6 1.2 11.4 10.6H.6Z" fill="currentColor" />,
  ok: <circle cx="6" cy="6" r="4" fill="currentColor" />,
  idle: <circle cx="6" cy="6" r="3.7" fill="none" stroke="currentColor" strokeWidth="1.4" />,
  unknown: (
    <>
      <rect x="1" y="1" width="10" height="10" rx="2" fill="none" stroke="currentColor" strokeWidth="1.2" />
      <path
        d="M4.5 4.7a1.5 1.5 0 1 1 2.2 1.3c-.5.3-.7.5-.7 1M6 8.8v.1"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.1"
        strokeLinecap="round"
      />
    </>
  ),
  stale: (
    <>
      <circle cx="6" cy="6" r="4.6" fill="none" stroke="currentColor" strokeWidth="1.2" />
      <path d="M6 3.4V6l1.8 1.2" fill="none" stroke="currentColor" strokeWidth="1.2" strokeLinecap="round" />
    </>
  ),
  failed: (
    <>
      <circle cx="6" cy="6" r="4.6" fill="none" stroke="currentColor" strokeWidth="1.2" />
      <path
        d="m4.3 4.3 3.4 3.4m0-3.4L4.3 7.7"
        stroke="currentColor"
        strokeWidth="1.2"
        strokeLinecap="round"
      />
    </>
  ),
  loading: (
    <>
      <circle cx="2" cy="6" r="1.1" fill="currentColor" />
      <circle cx="6" cy="6" r="1.1" fill="currentColor" />
      <circle cx="10" cy="6" r="1.1" fill="currentColor" />
    </>
  ),
};

/** Shows the shape of a state. */
export function ShapeMark({
  shape,
  className,
}: {
  readonly shape: StatusShape;
  readonly className?: string;
}) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 12 12"
      className={cn("inline-block size-3 shrink-0", colours[shape], className)}
    >
      {paths[shape]}
    </svg>
  );
}

const toneShapes: { readonly [Tone in StatusTone]: StatusShape } = {
  down: "failed",
  bad: "over",
  unknown: "unknown",
  idle: "idle",
  ok: "ok",
};

const textColours: { readonly [S in StatusShape]: string } = {
  ...colours,
  ok: "text-ok",
  idle: "text-ink-2",
  unknown: "text-ink-2",
};

interface StatusMarkProps {
  readonly status: { readonly label: string; readonly tone: StatusTone };
}

/** Shows the status of a deployment as a shape with a word. */
export function StatusMark({ status: { label, tone } }: StatusMarkProps) {
  const shape = toneShapes[tone];
  return (
    <span className={cn("inline-flex items-center gap-2 font-medium whitespace-nowrap", textColours[shape])}>
      <ShapeMark shape={shape} />
      {label}
    </span>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { rooflineSummaryQuery } from "@/lib/client/queries/roofline-summary";
import { linkTo, type ViewState } from "@/lib/client/url-state";
import { ShapeMark } from "@/components/shared/status-mark";
import { overviewRooflineText } from "@/lib/sentences/roofline/overview-line";

interface RooflineLineProps {
  readonly slug: string;
  readonly title: string;
  readonly view: Pick<ViewState, "from" | "to" | "live">;
}

/**
 * Shows the bounds and utilisation of decode and prefill over the last five minutes, with a link to the
 * Roofline page. Renders nothing for deployments that generate no tokens.
 */
export function RooflineLine({ slug, title, view }: RooflineLineProps) {
  const { data, error } = useQuery(rooflineSummaryQuery(view));
  const rows = data?.rows.filter((row) => row.slug === slug) ?? [];
  if (data === undefined && error !== null)
    return <span className="text-warn">Roofline: {error.message}</span>;
  if (rows.length === 0) return null;
  const { from, to, live } = view;
  return (
    <>
      <Link
        href={linkTo("/roofline", { d: slug, from, to, live })}
        className="mr-2 text-ink-2 underline decoration-dotted underline-offset-4 hover:decoration-solid"
        aria-label={`Roofline of ${title}`}
      >
        Roofline
      </Link>
      {rows.map((row, index) => {
        const { text, warning } = overviewRooflineText(row);
        return (
          <span key={index} className="tnum mr-3">
            {text}
            {warning !== null && (
              <span className="ml-1.5 text-warn">
                <ShapeMark shape="unusual" className="mr-1 size-2" />
                {warning}
              </span>
            )}
          </span>
        );
      })}
    </>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { noticesQuery } from "@/lib/client/queries/notices";
import { countWithNoun } from "@/lib/format/agreement";
import { isolateDirection } from "./isolated-text";

/** Shows the newest notice and the number of further notices. Renders nothing without notices. */
export function NoticeLine() {
  const { data } = useQuery(noticesQuery);
  const [first] = data?.notices ?? [];
  if (data === undefined || first === undefined) return null;
  const more = data.notices.length - 1;
  return (
    <p className="mt-2 text-ink-2">
      <Link href="/settings/deployments" className="text-accent hover:underline">
        {isolateDirection(first.title)}
        {first.deployment !== null &&
          first.kind !== "new-deployment" &&
          isolateDirection(` at ${first.deployment.title}`)}
      </Link>
      {more > 0 && ` and ${countWithNoun(more, "more notice")}`}
    </p>
  );
}

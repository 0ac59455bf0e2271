"use client";

import Link from "next/link";
import type { InvestigationEntry } from "@/lib/contracts/investigations/investigations";
import { investigationName } from "@/lib/model/investigation/investigation";
import { stateTitles } from "@/lib/model/investigation/investigation-state";
import { MarkerIcon } from "@/components/charts/draw/marker-icon";
import { isolateDirection } from "@/components/shared/isolated-text";

/** Lists the open investigations of a deployment with links. Empty without any. */
export function InvestigationList({
  investigations,
}: {
  readonly investigations: readonly InvestigationEntry[];
}) {
  if (investigations.length === 0) return null;
  return (
    <section aria-labelledby="panel-investigations" className="border-b border-rule px-4 py-2.5">
      <h3 id="panel-investigations" className="text-xs font-medium">
        Open investigations
      </h3>
      <ul aria-labelledby="panel-investigations">
        {investigations.map(({ id, number, title, state, severity }) => (
          <li key={id} className="flex items-baseline gap-1.5 pt-1.5 text-xs">
            <MarkerIcon glyph="lens" className="self-center" />
            <Link
              href={`/investigations/${investigationName(number)}`}
              className="text-accent wrap-anywhere hover:underline"
            >
              {investigationName(number)} {isolateDirection(title)}
            </Link>
            <span className="ml-auto whitespace-nowrap text-ink-2">
              {stateTitles[state]}, severity {severity}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

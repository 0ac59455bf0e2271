import Link from "next/link";
import { escapeHiddenCharactersInLine } from "@/lib/base/safe-text";
import type { OverviewRow } from "@/lib/contracts/overview";
import { countWithNoun } from "@/lib/format/agreement";
import { isolateDirection } from "@/components/shared/isolated-text";

/** Shows a deployment's name with a link to its signals, its model and its engine. */
export function RowName({ row, href }: { readonly row: OverviewRow; readonly href: string }) {
  const engine = row.engine.version === null ? row.engine.title : `${row.engine.title} ${row.engine.version}`;
  const facts = [
    row.model === row.title ? null : escapeHiddenCharactersInLine(row.model, 100),
    engine,
    row.instanceCount === null ? null : countWithNoun(row.instanceCount, "instance"),
    row.gateways.length === 0 ? null : `behind ${row.gateways.map(({ title }) => title).join(", ")}`,
    row.backends.length === 0 ? null : `in front of ${row.backends.map(({ title }) => title).join(", ")}`,
  ];
  return (
    <>
      <Link href={href} className="text-md leading-5 font-semibold wrap-anywhere hover:underline">
        {isolateDirection(row.title)}
      </Link>
      <span className="block text-2xs wrap-anywhere text-ink-3">
        {isolateDirection(facts.filter((fact) => fact !== null).join(" · "))}
      </span>
    </>
  );
}

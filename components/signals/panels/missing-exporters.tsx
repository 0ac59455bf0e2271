import Link from "next/link";
import { familyTitle } from "@/lib/format/family";
import type { MissingExporterSection } from "./shown-panels";

/** Lists the exporters that a deployment lacks, instead of their panels. */
export function MissingExporters({ sections }: { readonly sections: readonly MissingExporterSection[] }) {
  return (
    <section aria-labelledby="not-joined" className="border-t border-rule pt-4 pb-8">
      <h2 id="not-joined" className="mb-2 text-xs font-medium text-ink-2">
        Exporters not connected
      </h2>
      <ul>
        {sections.map(({ family, detail, signals }) => (
          <li key={family} className="grid gap-x-8 py-1 sm:grid-cols-[120px_minmax(0,1fr)]">
            <span className="font-medium">
              {/* Links to a signal scroll to the position where its panel would be. */}
              {signals.map((signal) => (
                <span key={signal} id={`signal-${signal}`} className="scroll-mt-16" />
              ))}
              {familyTitle(family)}
            </span>
            <span className="text-ink-2">{detail}</span>
          </li>
        ))}
      </ul>
      <Link href="/settings/deployments" className="mt-1 inline-block text-accent hover:underline">
        Open deployments
      </Link>
    </section>
  );
}

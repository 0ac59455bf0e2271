import type { ReactNode } from "react";

/** Name and value in a list of facts. */
export interface NamedFact {
  readonly name: string;
  readonly value: ReactNode;
}

/** Lists names and values in two columns, one on phones. */
export function FactList({ facts }: { readonly facts: readonly NamedFact[] }) {
  return (
    <dl className="tnum grid max-w-[860px] grid-cols-1 gap-x-6 sm:grid-cols-[200px_1fr]">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-ink-2 sm:py-0.5">{name}</dt>
          <dd className="min-w-0 pb-1.5 wrap-anywhere sm:py-0.5">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface DetailSectionProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** Section of the baseline page with a heading. */
export function DetailSection({ title, note, children }: DetailSectionProps) {
  return (
    <section aria-label={title} className="border-t border-rule py-4">
      <h2 className="pb-1 text-md font-semibold">{title}</h2>
      {note !== undefined && <p className="max-w-[860px] pb-2 text-xs text-ink-2">{note}</p>}
      {children}
    </section>
  );
}

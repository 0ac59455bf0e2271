import type { ReactNode } from "react";
import type { ComparisonResultEntry } from "@/lib/contracts/comparisons";
import { countWithNoun } from "@/lib/format/agreement";
import { originTexts } from "@/lib/sentences/baselines/origin-text";
import { declaredLoadText, describeLoadState, listLoad } from "@/lib/sentences/comparisons/load-text";
import { CompactTable, ScrollRegion } from "@/components/shared/figure";
import { isolateDirection } from "@/components/shared/isolated-text";

type Environment = ComparisonResultEntry["environment"];

/** Shows environment properties that differ, or that are known for one window only. */
export function EnvironmentDifferences({ environment }: { readonly environment: Environment }) {
  const { differences, unknown, equalCount, isFactorUnchanged } = environment;
  const rows = [
    ...differences.map(({ path, before, after, isDeclared }) => ({
      path,
      before: `${before.value} (${originTexts[before.origin]})`,
      after: `${after.value} (${originTexts[after.origin]})`,
      state: isDeclared ? "declared factor" : "different",
    })),
    ...unknown.map(({ path, knownSide, value }) => ({
      path,
      before: knownSide === "before" ? `${value.value} (${originTexts[value.origin]})` : "not known",
      after: knownSide === "after" ? `${value.value} (${originTexts[value.origin]})` : "not known",
      state: "known on one side",
    })),
  ];
  return (
    <Section
      title="Environment"
      note={`${countWithNoun(equalCount, "path")} with equal values.${isFactorUnchanged ? " The factor that was declared as the change has the same value on both sides." : ""}`}
    >
      {rows.length === 0 ? (
        <p className="text-sm text-ink-2">No known path differs.</p>
      ) : (
        <CompactTable
          columns={[
            {
              title: "Path",
              render: ({ path }) => (
                <code className="inline-block wrap-anywhere md:min-w-[200px]">{path}</code>
              ),
            },
            { title: "Before", isText: true, render: ({ before }) => <Side text={before} /> },
            { title: "After", isText: true, render: ({ after }) => <Side text={after} /> },
            { title: "State", isText: true, render: ({ state }) => state },
          ]}
          rows={rows}
          getKey={({ path }) => path}
          isListOnPhones
        />
      )}
    </Section>
  );
}

/** A value of one side. Long values wrap, so that the table needs no horizontal scrolling. */
function Side({ text }: { readonly text: string }) {
  return (
    <span className="inline-block max-w-[240px] wrap-anywhere whitespace-normal md:min-w-[96px]">
      {isolateDirection(text)}
    </span>
  );
}

/** Shows request rates and lengths of both windows. */
export function LoadDifferences({ load }: { readonly load: ComparisonResultEntry["load"] }) {
  const rows = listLoad(load);
  return (
    <Section
      title="Load"
      note={
        load.isDeclared
          ? declaredLoadText
          : "Latencies are compared only if each measure of the load differs by at most 20 %."
      }
    >
      {rows.length === 0 ? (
        <p className="text-sm text-ink-2">The load of the compared sides is unknown.</p>
      ) : (
        <CompactTable
          columns={[
            { title: "Measure", render: ({ title }) => title },
            { title: "Before", render: ({ before }) => before ?? "not known" },
            { title: "After", render: ({ after }) => after ?? "not known" },
            { title: "State", isText: true, render: ({ state }) => describeLoadState(state) },
          ]}
          rows={rows}
          getKey={({ measure }) => measure}
          isListOnPhones
        />
      )}
    </Section>
  );
}

function Section({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note: string;
  readonly children: ReactNode;
}) {
  return (
    <section aria-label={title} className="min-w-0 border-t border-rule pt-3 pb-4">
      <h2 className="font-semibold">{title}</h2>
      <p className="pb-2 text-xs text-ink-2">{note}</p>
      <ScrollRegion name={`${title}, table`}>{children}</ScrollRegion>
    </section>
  );
}

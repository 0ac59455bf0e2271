import type { RooflinePool, RooflinePageData } from "@/lib/contracts/roofline/roofline";
import { formatCount } from "@/lib/format/number";
import { sentenceText } from "@/lib/format/sentence-text";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";

/** Lists each phase and measurement method without an operating point, with the reason. */
export function MissingPoints({ data }: { readonly data: RooflinePageData }) {
  const rows = data.pools.flatMap(({ now }) => [
    ...(["decode", "prefill"] as const).flatMap((phase) => {
      const placement = now[phase];
      if (placement.kind === "available" || placement.kind === "other-role") return [];
      const missing = placement.kind === "cannot-tell" ? placement.missing : [];
      return [{ name: phase, text: sentenceText(placement.sentence), missing }];
    }),
    ...(now.engine.kind === "none"
      ? [
          {
            name: "the engine's estimate",
            text: withRemedy(sentenceText(now.engine.sentence), now.engine.howToEnable),
            missing: [],
          },
        ]
      : []),
    ...(now.hardware.kind === "none"
      ? [
          {
            name: "the GPU counters",
            text: sentenceText(now.hardware.sentence),
            missing: now.hardware.missing,
          },
        ]
      : []),
  ]);
  const gaps = data.pools.flatMap(gapsOf);
  if (rows.length === 0 && gaps.length === 0) return null;
  return (
    <ul aria-label="Missing operating points" className="flex flex-col gap-1 pt-3 text-xs text-ink-2">
      {rows.map(({ name, text, missing }, index) => (
        <li key={index}>
          <span className="font-medium text-ink">No point for {name}.</span> {text}
          {missing.map(({ input, title, detail, howToEnable }) => (
            <span key={input} className="block pl-4">
              {withRemedy(`${title}: ${detail}`, howToEnable)}
            </span>
          ))}
        </li>
      ))}
      {gaps.map(({ reason, count, of }) => (
        <li key={reason}>
          <span className="font-medium text-ink">
            {formatCount(count)} of {countWithNoun(of, "interval")} {singularOrPlural(count, "is", "are")}{" "}
            missing from the trail.
          </span>{" "}
          {reason}
        </li>
      ))}
    </ul>
  );
}

/** Counts the intervals that are missing in the trail, by reason. */
function gapsOf({ utilisation, trail }: RooflinePool) {
  const counts = new Map<string, number>();
  for (const { fromIndex, toIndex, detail } of utilisation?.gaps ?? [])
    counts.set(detail, (counts.get(detail) ?? 0) + toIndex - fromIndex + 1);
  return [...counts].map(([reason, count]) => ({ reason, count, of: trail.intervalCount }));
}

function withRemedy(text: string, howToEnable: string | undefined): string {
  return howToEnable === undefined ? text : `${text} ${howToEnable}`;
}

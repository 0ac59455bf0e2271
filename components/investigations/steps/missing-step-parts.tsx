import type { MissingPart } from "@/lib/investigations/progress";
import { countWithNoun } from "@/lib/format/agreement";
import { ShapeMark } from "@/components/shared/status-mark";

/** Lists the parts that a step still needs, from its saved version. */
export function MissingStepParts({ parts }: { readonly parts: readonly MissingPart[] }) {
  if (parts.length === 0)
    return (
      <p className="flex items-center gap-2 text-xs">
        <ShapeMark shape="ok" />
        The saved version of this step is complete.
      </p>
    );
  return (
    <section aria-label="Missing parts" className="text-xs">
      <p className="font-semibold">{countWithNoun(parts.length, "part")} missing</p>
      <ul className="list-disc pt-1 pl-4 text-ink-2">
        {parts.map(({ kind, id, text }) => (
          <li key={`${kind} ${id}`}>{kind === "check" ? `Not ticked: ${text}` : text}</li>
        ))}
      </ul>
    </section>
  );
}

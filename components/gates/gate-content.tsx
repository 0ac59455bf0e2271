import type { GateResponse } from "@/lib/contracts/gates";
import { isolateDirection } from "@/components/shared/isolated-text";
import { RuleTable } from "./rule-table";

/** Rules, reasons and warnings of one run. */
export function GateContent({ response: { gate, result, texts } }: { readonly response: GateResponse }) {
  if (result === null)
    return (
      <p role="status" className="pt-6 text-ink-2">
        The run is evaluated after the end of its window. This page updates by itself.
      </p>
    );
  return (
    <>
      <TextSection
        title={texts.obstacles.length > 0 ? "Why there is no verdict" : "Data, load and environment"}
        texts={texts.obstacles}
        emptyText="No problems: data are complete and recent, load and environment are equal, and no exclusion, deploy or throttling affected the window."
      />
      <section aria-label="Rules" className="pt-6">
        <h2 className="pb-2 text-md font-semibold">Rules</h2>
        {result.rules.length === 0 ? (
          <p className="text-ink-2">
            These rules have no verdict because measurements are missing: {gate.rules.join(", ")}.
          </p>
        ) : (
          <>
            {texts.obstacles.length > 0 && (
              <p className="pb-2 text-ink-2">
                The run has no verdict for the reasons above. The measurements are shown for information.
              </p>
            )}
            <RuleTable result={result} />
          </>
        )}
        <ul className="max-w-[1040px] list-disc pt-3 pl-5 text-ink-2">
          {texts.rules.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </section>
      <TextSection title="Warnings" texts={texts.warnings} emptyText="None." />
    </>
  );
}

interface TextSectionProps {
  readonly title: string;
  readonly texts: readonly string[];
  readonly emptyText: string;
}

function TextSection({ title, texts, emptyText }: TextSectionProps) {
  return (
    <section aria-label={title} className="pt-6">
      <h2 className="pb-2 text-md font-semibold">{title}</h2>
      {texts.length === 0 ? (
        <p className="text-ink-2">{emptyText}</p>
      ) : (
        <ul className="max-w-[1040px] list-disc pl-5">
          {texts.map((text) => (
            <li key={text} className="wrap-anywhere">
              {isolateDirection(text)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

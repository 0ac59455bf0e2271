import type { ReactNode } from "react";
import type { RooflineAgreement, RooflinePool, RooflineSuspect } from "@/lib/contracts/roofline/roofline";
import { SentenceText } from "@/components/shared/sentence-text";
import { ShapeMark } from "@/components/shared/status-mark";

/**
 * Shows whether the measurement methods agree, with possible causes of a disagreement or of an impossible
 * point.
 */
export function AgreementNotes({ pools }: { readonly pools: readonly RooflinePool[] }) {
  const shownPools = pools.filter(
    ({ now }) => now.agreement !== null || now.engineAgreement !== null || now.wrongInputs.length > 0,
  );
  if (shownPools.length === 0) return null;
  return (
    <section aria-label="Agreement" className="flex flex-col gap-3 text-xs">
      {shownPools.map(({ role, now: { agreement, engineAgreement, wrongInputs } }) => (
        <div key={role} className="flex flex-col gap-2">
          {wrongInputs.length > 0 && (
            <div role="alert">
              <p className="flex items-center gap-2 font-semibold text-bad">
                <ShapeMark shape="over" className="size-2.5" />
                Wrong inputs: no GPU can reach these values.
              </p>
              <Suspects suspects={wrongInputs} />
            </div>
          )}
          {agreement !== null && (
            <div>
              <Verdict agrees={agreement.agrees}>
                <SentenceText sentence={agreement.sentence} />
              </Verdict>
              <Suspects
                suspects={agreement.suspects}
                distinguishingEvidence={agreement.distinguishingEvidence ?? null}
              />
            </div>
          )}
          {engineAgreement !== null && (
            <div>
              <Verdict agrees={engineAgreement.agrees}>
                <SentenceText sentence={engineAgreement.sentence} />
              </Verdict>
              <Suspects suspects={engineAgreement.suspects.map((sentence) => ({ sentence }))} />
            </div>
          )}
        </div>
      ))}
    </section>
  );
}

function Verdict({ agrees, children }: { readonly agrees: boolean; readonly children: ReactNode }) {
  return (
    <p className="flex items-baseline gap-2 text-ink-2">
      <ShapeMark shape={agrees ? "ok" : "unusual"} className="size-2.5" />
      <span>
        {!agrees && <span className="font-semibold text-ink">The measurement methods disagree. </span>}
        {children}
      </span>
    </p>
  );
}

interface SuspectsProps {
  readonly suspects: readonly Pick<RooflineSuspect, "sentence">[];
  /** Evidence that would distinguish the causes. If it is present, the causes are equally likely, in any order. */
  readonly distinguishingEvidence?: RooflineAgreement["distinguishingEvidence"];
}

function Suspects({ suspects, distinguishingEvidence = null }: SuspectsProps) {
  if (suspects.length === 0) return null;
  const items = suspects.map(({ sentence }, index) => (
    <li key={index}>
      <SentenceText sentence={sentence} />
    </li>
  ));
  if (distinguishingEvidence === null)
    return (
      <ol aria-label="Likely causes, most likely first" className="mt-1 list-decimal pl-8 text-ink-2">
        {items}
      </ol>
    );
  return (
    <div className="mt-1 text-ink-2">
      <ul aria-label="Equally likely causes" className="list-disc pl-8">
        {items}
      </ul>
      <p className="mt-1 pl-4.5">
        <SentenceText sentence={distinguishingEvidence} />
      </p>
    </div>
  );
}

"use client";

import { useSearchParams } from "next/navigation";
import { findInvalidNames } from "@/lib/client/url-parsers";
import { Button } from "@/components/ui/button";
import { whatIfParsers, whatIfUrlKeys } from "@/lib/client/roofline/what-if-url";
import type { LeverName } from "@/lib/model/roofline/what-if-levers";
import { missingInputsText, noCeilingText } from "@/lib/sentences/roofline/what-if/what-if-text";
import type { EvidenceSubject } from "@/components/layout/keep-evidence";
import { KeepAsEvidenceButton } from "@/components/layout/keep-evidence-button";
import type { WhatIfController, WhatIfOutcome } from "./use-what-if";
import { WhatIfControls } from "./what-if-controls";
import { WhatIfNumbers } from "./what-if-numbers";

interface WhatIfSectionProps {
  readonly whatIf: WhatIfController;
  /** Describes the displayed result as evidence. */
  readonly createSubject: (whatIf: WhatIfOutcome) => EvidenceSubject;
}

/** Renders the what-if controls, the new ceilings, and their remarks. */
export function WhatIfSection({ whatIf, createSubject }: WhatIfSectionProps) {
  const { baseScenario, outcome, hasChanges } = whatIf;
  return (
    <section aria-label="What if">
      <header className="flex min-h-7 items-center gap-2">
        <h2 className="mr-auto font-semibold">
          What if <span className="text-xs font-normal text-ink-2">a ceiling, not a forecast</span>
        </h2>
        {outcome !== null && (
          <KeepAsEvidenceButton
            label="Keep as evidence: what-if"
            createSubject={() => createSubject(outcome)}
          />
        )}
        {hasChanges && (
          <Button size="sm" variant="ghost" onClick={whatIf.reset}>
            Reset
          </Button>
        )}
      </header>
      <UnusableParts impossible={whatIf.impossibleLevers} />
      {baseScenario.kind === "missing" ? (
        <p className="text-xs text-ink-2">{missingInputsText(baseScenario.inputs)}</p>
      ) : (
        <>
          <WhatIfControls whatIf={whatIf} base={baseScenario.base} />
          {outcome !== null && (
            // At the bottom of the screen while the controls are visible and the numbers would be below them.
            <div className="bg-paper [@media(min-height:760px)]:sticky [@media(min-height:760px)]:bottom-0">
              <WhatIfNumbers
                result={outcome.result}
                currency={baseScenario.base.currency}
                priceHint="To see the cost, enter the price of a GPU hour under “Inputs”."
              />
            </div>
          )}
          {whatIf.hasNoCeiling && (
            <p role="alert" className="pt-2 text-xs text-ink-2">
              {noCeilingText}
            </p>
          )}
        </>
      )}
    </section>
  );
}

/** Lists invalid parameters of the link, which are ignored. */
function UnusableParts({ impossible }: { readonly impossible: readonly LeverName[] }) {
  const search = useSearchParams();
  const names = [
    ...findInvalidNames(search, whatIfParsers, whatIfUrlKeys),
    ...impossible.map((name) => whatIfUrlKeys[name]),
  ];
  if (names.length === 0) return null;
  return (
    <p role="alert" className="pb-1 text-xs text-ink-2">
      Invalid what-if parameters of this link are ignored:{" "}
      <code className="font-mono">{names.join(", ")}</code>.
    </p>
  );
}

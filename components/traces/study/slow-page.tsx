"use client";

import type { ReactNode } from "react";
import type { TraceStudy } from "@/lib/contracts/trace-study";
import { formatCount } from "@/lib/format/number";
import { Button } from "@/components/ui/button";
import { Figure } from "@/components/shared/figure";
import { SlowChoice, TooFew } from "./slow-choice";
import { SlowTable } from "./slow-table";
import { featureText, otherText, slowHeadline, slowSentence, type Separations } from "./slow-words";
import { StudyPage } from "./study-page";
import type { StudyInView } from "./use-trace-study";

/** Which values and ranges of attributes set slow requests apart from the rest. */
export function SlowPage() {
  return (
    <StudyPage headline={headlineOf}>
      {(study, room) => (
        <>
          <SlowChoice key={JSON.stringify(room.conditions)} room={room} slow={study.slow} />
          {study.slow.kind === "too-few" && (
            <TooFew slow={study.slow} covered={study.reading.covered} room={room} />
          )}
          {study.slow.kind === "separations" && <Apart slow={study.slow} room={room} />}
        </>
      )}
    </StudyPage>
  );
}

function headlineOf({ slow }: TraceStudy): ReactNode {
  const { first, rest } = slowHeadline(slow);
  return (
    <>
      <span className="font-semibold text-ink">{first}</span>
      {rest}
    </>
  );
}

function Apart({ slow, room }: { readonly slow: Separations; readonly room: StudyInView }) {
  const { rows, leftOut } = slow.separations;
  const told = rows.filter(({ isChance }) => !isChance);
  const chance = rows.filter(({ isChance }) => isChance);
  return (
    <Figure title="What sets the slow apart" sentence={slowSentence(slow)}>
      {told.length === 0 ? (
        <p className="py-3">No value is more or less frequent among the slow than chance makes it.</p>
      ) : (
        <SlowTable
          name="What sets the slow apart"
          rows={told}
          room={room}
          isParted
          note={(row) => otherText(slow, row)}
        />
      )}
      {chance.length > 0 && (
        <details className="pt-3 text-ink-2">
          <summary className="cursor-pointer rounded-sm">
            <span className="ml-1">
              {chance.length === 1 ? "One value" : `${formatCount(chance.length)} values`} within chance
            </span>
          </summary>
          <SlowTable name="Values within chance" rows={chance} room={room} />
        </details>
      )}
      {leftOut > 0 && (
        <p className="pt-2 text-xs text-ink-2">
          {formatCount(leftOut)} more values, all further down, are not listed.
        </p>
      )}
      {slow.other !== null && <ByOther by={slow.other.by} room={room} />}
      <NotAsked notAsked={slow.notAsked} />
    </Figure>
  );
}

function ByOther({ by, room }: { readonly by: Separations["by"]; readonly room: StudyInView }) {
  const slow = by === "duration" ? null : by;
  return (
    <p className="pt-3">
      <Button onClick={() => room.setConditions({ slow, q: null, over: null })}>
        Tell apart by {by === "ttft" ? "first token" : "duration"}
      </Button>
    </p>
  );
}

const reasons = { text: "long text", "different-for-each": "different for almost each request" } as const;

function NotAsked({ notAsked }: Pick<Separations, "notAsked">) {
  if (notAsked.rows.length === 0) return null;
  return (
    <details className="pt-2 text-xs text-ink-2">
      <summary className="cursor-pointer rounded-sm">
        <span className="ml-1">
          {notAsked.rows.length === 1
            ? "One attribute was not asked about"
            : `${formatCount(notAsked.rows.length)} attributes were not asked about`}
        </span>
      </summary>
      <ul className="pt-1 pl-4">
        {notAsked.rows.map(({ feature, reason }) => (
          <li key={featureText({ feature })}>
            <code className="font-mono">{featureText({ feature })}</code>: {reasons[reason]}
          </li>
        ))}
        {notAsked.leftOut > 0 && <li>{formatCount(notAsked.leftOut)} more.</li>}
      </ul>
    </details>
  );
}

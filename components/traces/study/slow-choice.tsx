"use client";

import Link from "next/link";
import { compareLink } from "@/lib/client/comparison-url";
import { slowQuantile, slowQuantiles, slowTimes } from "@/lib/model/study-bounds";
import { studyParsers, withConditions } from "@/lib/client/study-url";
import { Button } from "@/components/ui/button";
import { Field, fieldClasses } from "@/components/ui/field";
import { FormChoice } from "@/components/ui/form-choice";
import { withoutChoices } from "./condition-words";
import { enoughText, quantileName, type Slow } from "./slow-words";
import type { StudyInView } from "./use-trace-study";

interface SlowChoiceProps {
  readonly room: StudyInView;
  /** What the present choice gave. */
  readonly slow: Slow;
}

const timeNames = { duration: "Duration", ttft: "Time to first token" } as const;

/** The same two groups, phase by phase. */
function CompareLink({ room: { view, conditions }, slow: told }: SlowChoiceProps) {
  const { slow, q, over } = conditions;
  const used = told.kind === "separations" ? told.quantile : null;
  const groups = new URLSearchParams({
    what: slow === "ttft" ? "first-token" : "request",
    share: String(used ?? q ?? slowQuantile),
    ...(over === null ? {} : { over: String(over) }),
  });
  return (
    <Link
      className="self-center pt-4 text-accent hover:underline"
      href={withConditions(
        `${compareLink(view, { kind: "slow" }, { kind: "rest" })}&${groups.toString()}`,
        withoutChoices(conditions),
      )}
    >
      Compare them phase by phase
    </Link>
  );
}

/** What slow means: by which time, above which quantile or which time of one's own. */
export function SlowChoice({ room, slow: told }: SlowChoiceProps) {
  const { slow, q, over } = room.conditions;
  const choose = (form: FormData): void => {
    const text = (name: string): string => {
      const value = form.get(name);
      return typeof value === "string" ? value : "";
    };
    room.setConditions({
      slow: text("slow") === "ttft" ? "ttft" : null,
      q: studyParsers.q.parse(text("q")),
      over: studyParsers.over.parse(text("over")),
    });
  };
  const listed = [...new Set<number>([...slowQuantiles, ...(q === null ? [] : [q])])].toSorted(
    (a, b) => a - b,
  );
  return (
    <form
      aria-label="What is slow"
      className="flex flex-wrap items-end gap-x-4 gap-y-2 pb-3"
      onSubmit={(event) => {
        event.preventDefault();
        choose(new FormData(event.currentTarget));
      }}
    >
      <FormChoice
        label="Slow by"
        name="slow"
        value={slow ?? "duration"}
        options={slowTimes.map((time) => [time, timeNames[time]] as const)}
      />
      <FormChoice
        label="Above"
        name="q"
        value={q === null ? "" : String(q)}
        options={[
          ["", `${quantileName(slowQuantile)}, lower where few are there`],
          ...listed.map((one) => [String(one), quantileName(one)] as const),
        ]}
      />
      <Field label="or above, ms">
        <input
          name="over"
          inputMode="numeric"
          pattern="\d{1,8}"
          defaultValue={over ?? ""}
          placeholder="own time"
          className={`${fieldClasses} w-28`}
        />
      </Field>
      <Button type="submit">Tell apart</Button>
      <CompareLink room={room} slow={told} />
    </form>
  );
}

interface TooFewProps {
  readonly slow: Extract<Slow, { kind: "too-few" }>;
  /** The time whose requests were read. */
  readonly covered: { readonly startMs: number; readonly endMs: number };
  readonly room: StudyInView;
}

/** What to choose where the threshold leaves too few requests on a side, in one click. */
export function TooFew({ slow, covered, room }: TooFewProps) {
  const { enough } = slow;
  return (
    <div className="flex flex-col items-start gap-2 border-t border-rule py-4 text-ink-2">
      <p>{enoughText(slow, covered.endMs - covered.startMs)}</p>
      {enough !== null && (
        <Button onClick={() => room.setConditions({ q: enough.q, over: null })}>
          Tell apart above {quantileName(enough.q)}
        </Button>
      )}
    </div>
  );
}

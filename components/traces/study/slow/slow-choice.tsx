"use client";

import Link from "next/link";
import { createComparisonLink } from "@/lib/client/comparison-url";
import { defaultSlowQuantile, slowQuantiles, slownessMeasures } from "@/lib/model/traces/study-bounds";
import { pickConditions, studyParsers, addConditionsToLink } from "@/lib/client/study-url";
import { Button } from "@/components/ui/button";
import { Field, fieldClasses } from "@/components/ui/field";
import { FormChoice } from "@/components/ui/form-choice";
import { sufficientSampleText, formatQuantile, type SlowAnalysis } from "@/lib/sentences/traces/slow-text";
import type { StudyPageState } from "@/components/traces/study/use-trace-study";

interface SlowChoiceProps {
  readonly pageState: StudyPageState;
  /** Result for the current choice. */
  readonly result: SlowAnalysis;
}

const timeNames = { duration: "Duration", ttft: "Time to first token" } as const;

/** Links to the phase comparison of the same two groups. */
function CompareLink({ pageState: { view, conditions }, result }: SlowChoiceProps) {
  const { slowBy, slowQuantile: q, slowOverMs } = conditions;
  const used = result.kind === "differences" ? result.quantile : null;
  const time = slowBy === "ttft" ? "first-token" : "request";
  return (
    <Link
      className="self-center pt-4 text-accent hover:underline"
      href={addConditionsToLink(
        `${createComparisonLink(view, { kind: "slow" }, { kind: "rest" })}&time=${time}`,
        {
          ...pickConditions(conditions),
          slowQuantile: used ?? q ?? defaultSlowQuantile,
          slowOverMs,
        },
      )}
    >
      Compare by phase
    </Link>
  );
}

/** Shows the form that defines slow requests: by which time, and above which quantile or duration. */
export function SlowChoice({ pageState, result }: SlowChoiceProps) {
  const { slowBy, slowQuantile: q, slowOverMs } = pageState.conditions;
  const choose = (form: FormData): void => {
    const text = (name: string): string => {
      const value = form.get(name);
      return typeof value === "string" ? value : "";
    };
    pageState.setConditions({
      slowBy: text("slowBy") === "ttft" ? "ttft" : null,
      slowQuantile: studyParsers.slowQuantile.parse(text("slowQuantile")),
      slowOverMs: studyParsers.slowOverMs.parse(text("slowOverMs")),
    });
  };
  const listed = [...new Set<number>([...slowQuantiles, ...(q === null ? [] : [q])])].toSorted(
    (a, b) => a - b,
  );
  return (
    <form
      aria-label="Definition of slow"
      className="flex flex-wrap items-end gap-x-4 gap-y-2 pb-3"
      onSubmit={(event) => {
        event.preventDefault();
        choose(new FormData(event.currentTarget));
      }}
    >
      <FormChoice
        label="Slow by"
        name="slowBy"
        value={slowBy ?? "duration"}
        options={slownessMeasures.map((time) => [time, timeNames[time]] as const)}
      />
      <FormChoice
        label="Above quantile"
        name="slowQuantile"
        value={q === null ? "" : String(q)}
        options={[
          ["", `${formatQuantile(defaultSlowQuantile)} (lower if there are too few slow requests)`],
          ...listed.map((one) => [String(one), formatQuantile(one)] as const),
        ]}
      />
      <Field label="Above duration, ms">
        <input
          name="slowOverMs"
          inputMode="decimal"
          pattern="\d{1,8}(\.\d{1,6})?"
          defaultValue={slowOverMs ?? ""}
          placeholder="custom"
          className={`${fieldClasses} w-28`}
        />
      </Field>
      <Button type="submit">Apply</Button>
      <CompareLink pageState={pageState} result={result} />
    </form>
  );
}

interface TooFewProps {
  readonly slow: Extract<SlowAnalysis, { kind: "too-few" }>;
  /** Time range whose requests were read. */
  readonly coveredWindow: { readonly startMs: number; readonly endMs: number };
  readonly pageState: StudyPageState;
}

/** Suggests a threshold if there are too few requests on one side. */
export function TooFewRequests({ slow, coveredWindow, pageState }: TooFewProps) {
  const { sufficientQuantile } = slow;
  return (
    <div className="flex flex-col items-start gap-2 border-t border-rule py-4 text-ink-2">
      <p>{sufficientSampleText(slow, coveredWindow.endMs - coveredWindow.startMs)}</p>
      {sufficientQuantile !== null && (
        <Button
          onClick={() => pageState.setConditions({ slowQuantile: sufficientQuantile.q, slowOverMs: null })}
        >
          Use {formatQuantile(sufficientQuantile.q)}
        </Button>
      )}
    </div>
  );
}

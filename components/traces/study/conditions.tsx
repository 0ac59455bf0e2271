"use client";

import { useSearchParams } from "next/navigation";
import { traceStudyLimits } from "@/lib/model/traces/study-bounds";
import { findInvalidConditions, noConditions, pickConditions } from "@/lib/client/study-url";
import { formatCount } from "@/lib/format/number";
import { Button } from "@/components/ui/button";
import { Field, fieldClasses } from "@/components/ui/field";
import { FormChoice } from "@/components/ui/form-choice";
import { parseConditionsForm, conditionsText } from "./trace-conditions";
import type { StudyPageState } from "./use-trace-study";

const counts = [100, 500, 1_000, 2_000, 5_000] as const;

type ConditionsState = Pick<StudyPageState, "conditions" | "setConditions"> & {
  readonly services: readonly string[];
};

interface ConditionsProps {
  readonly pageState: ConditionsState;
  /** False for the trace list, which has a fixed limit. */
  readonly hasTraceLimit?: boolean;
}

/** Shows the conditions in one line, with a form below it to change them. */
export function Conditions({ pageState, hasTraceLimit = true }: ConditionsProps) {
  const search = useSearchParams();
  const invalidParameters = findInvalidConditions(new URLSearchParams(search.toString()));
  const { conditions, setConditions } = pageState;
  const isAny = Object.values(pickConditions(conditions)).some((value) => value !== null);
  return (
    <section aria-label="Filters" className="in-data-kiosk:hidden">
      <details className="text-ink-2">
        <summary className="cursor-pointer rounded-sm py-1">
          <span className="ml-1">{conditionsText(conditions)}</span>
        </summary>
        <form
          className="flex flex-wrap items-end gap-x-4 gap-y-2 py-2"
          onSubmit={(event) => {
            event.preventDefault();
            const { n, ...chosen } = parseConditionsForm(new FormData(event.currentTarget));
            setConditions(hasTraceLimit ? { ...chosen, n } : chosen);
          }}
        >
          <Fields pageState={pageState} hasTraceLimit={hasTraceLimit} />
          <Button type="submit">Apply</Button>
          {isAny && (
            <Button variant="ghost" onClick={() => setConditions(noConditions)}>
              Clear all
            </Button>
          )}
        </form>
      </details>
      {invalidParameters.length > 0 && (
        <output className="block text-xs text-warn">
          This link has invalid filters, which were ignored:{" "}
          <code className="font-mono">{invalidParameters.join(", ")}</code>.
        </output>
      )}
    </section>
  );
}

function Fields({ pageState: { conditions, services }, hasTraceLimit }: Required<ConditionsProps>) {
  const { service, operation, minMs, maxMs, errors, attribute, n } = conditions;
  const otherServices = [
    ...services.slice(1),
    ...(service === null || services.includes(service) ? [] : [service]),
  ];
  return (
    <>
      <FormChoice
        label="Service"
        name="service"
        value={service ?? ""}
        options={[["", services[0] ?? "default"], ...otherServices.map((one) => [one, one] as const)]}
      />
      <Field label="Operation">
        <input
          name="operation"
          maxLength={500}
          defaultValue={operation ?? ""}
          placeholder="any"
          className={fieldClasses}
        />
      </Field>
      <Field label="Min. duration, ms">
        <input
          name="minMs"
          inputMode="numeric"
          pattern="\d{1,8}"
          defaultValue={minMs ?? ""}
          className={`${fieldClasses} w-24`}
        />
      </Field>
      <Field label="Max. duration, ms">
        <input
          name="maxMs"
          inputMode="numeric"
          pattern="\d{1,8}"
          defaultValue={maxMs ?? ""}
          className={`${fieldClasses} w-24`}
        />
      </Field>
      <Field label="Attribute =, > or <= value">
        <input
          name="attribute"
          pattern="[^=<>]+(=|>|<=)[\s\S]*"
          maxLength={600}
          defaultValue={attribute ?? ""}
          placeholder="tenant_id=northwind"
          className={fieldClasses}
        />
      </Field>
      {hasTraceLimit && (
        <FormChoice
          label="Max. traces"
          name="n"
          value={String(n ?? traceStudyLimits.defaultTraces)}
          options={[...new Set([...counts, ...(n === null ? [] : [n])])].map(
            (count) => [String(count), formatCount(count)] as const,
          )}
        />
      )}
      <label className="flex h-7 items-center gap-1.5">
        <input type="checkbox" name="errors" value="true" defaultChecked={errors === "true"} />
        Errors only
      </label>
    </>
  );
}

"use client";

import { useSearchParams } from "next/navigation";
import { studyBounds } from "@/lib/model/study-bounds";
import { unusableConditions } from "@/lib/client/study-url";
import { formatCount } from "@/lib/format/number";
import { Button } from "@/components/ui/button";
import { Field, fieldClasses } from "@/components/ui/field";
import { FormChoice } from "@/components/ui/form-choice";
import { conditionsOf, conditionWords, noConditions, withoutChoices } from "./condition-words";
import type { StudyInView } from "./use-trace-study";

const counts = [100, 500, 1_000, 2_000, 5_000] as const;

type Room = Pick<StudyInView, "conditions" | "setConditions"> & {
  readonly services: readonly string[];
};

interface ConditionsProps {
  readonly room: Room;
  /** A list has a length of its own. */
  readonly hasCount?: boolean;
}

/** Which traces are read: told in a line, changed in a form below it. */
export function Conditions({ room, hasCount = true }: ConditionsProps) {
  const search = useSearchParams();
  const junk = unusableConditions(new URLSearchParams(search.toString()));
  const { conditions, setConditions } = room;
  const isAny = Object.values(withoutChoices(conditions)).some((value) => value !== null);
  return (
    <section aria-label="Conditions" className="in-data-kiosk:hidden">
      <details className="text-ink-2">
        <summary className="cursor-pointer rounded-sm py-1">
          <span className="ml-1">{conditionWords(conditions)}</span>
        </summary>
        <form
          className="flex flex-wrap items-end gap-x-4 gap-y-2 py-2"
          onSubmit={(event) => {
            event.preventDefault();
            const { n, ...chosen } = conditionsOf(new FormData(event.currentTarget));
            setConditions(hasCount ? { ...chosen, n } : chosen);
          }}
        >
          <Fields room={room} hasCount={hasCount} />
          <Button type="submit">Read these</Button>
          {isAny && (
            <Button look="ghost" onClick={() => setConditions(noConditions)}>
              Without conditions
            </Button>
          )}
        </form>
      </details>
      {junk.length > 0 && (
        <output className="block text-xs text-warn">
          This link has conditions that cannot be used and are left out:{" "}
          <code className="font-mono">{junk.join(", ")}</code>.
        </output>
      )}
    </section>
  );
}

function Fields({ room: { conditions, services }, hasCount }: Required<ConditionsProps>) {
  const { svc, op, least, most, err, attr, n } = conditions;
  const others = [...services.slice(1), ...(svc === null || services.includes(svc) ? [] : [svc])];
  return (
    <>
      <FormChoice
        label="Service"
        name="svc"
        value={svc ?? ""}
        options={[["", services[0] ?? "the first"], ...others.map((one) => [one, one] as const)]}
      />
      <Field label="Operation of it">
        <input name="op" maxLength={500} defaultValue={op ?? ""} placeholder="any" className={fieldClasses} />
      </Field>
      <Field label="At least, ms">
        <input
          name="least"
          inputMode="numeric"
          pattern="\d{1,8}"
          defaultValue={least ?? ""}
          className={`${fieldClasses} w-24`}
        />
      </Field>
      <Field label="At most, ms">
        <input
          name="most"
          inputMode="numeric"
          pattern="\d{1,8}"
          defaultValue={most ?? ""}
          className={`${fieldClasses} w-24`}
        />
      </Field>
      <Field label="Attribute =, > or <= value">
        <input
          name="attr"
          pattern="[^=<>]+(=|>|<=)[\s\S]*"
          maxLength={600}
          defaultValue={attr ?? ""}
          placeholder="tenant_id=northwind"
          className={fieldClasses}
        />
      </Field>
      {hasCount && (
        <FormChoice
          label="Traces at most"
          name="n"
          value={String(n ?? studyBounds.byDefault)}
          options={[...new Set([...counts, ...(n === null ? [] : [n])])].map(
            (count) => [String(count), formatCount(count)] as const,
          )}
        />
      )}
      <label className="flex h-7 items-center gap-1.5">
        <input type="checkbox" name="err" value="true" defaultChecked={err === "true"} />
        Errors only
      </label>
    </>
  );
}

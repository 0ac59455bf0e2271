"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usualShare } from "@/lib/client/comparison-url";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { eventsQuery } from "@/lib/client/queries/events";
import type { ComparedGroup } from "@/lib/model/compared-group";
import { formatDateTime } from "@/lib/format/time";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { Field, fieldClasses } from "@/components/ui/field";
import { FormChoice } from "@/components/ui/form-choice";
import type { ComparisonKind } from "./comparison-kinds";
import type { ComparisonPageState } from "./use-trace-comparison";

interface KindFieldsProps {
  readonly kind: ComparisonKind;
  readonly pageState: ComparisonPageState;
}

/** The fields that a kind of comparison needs. */
export function KindFields({ kind, pageState }: KindFieldsProps) {
  const { a, b, key } = pageState.state;
  switch (kind) {
    case "slow":
      return <SlowFields pageState={pageState} />;
    case "window":
      return <WindowFields />;
    case "deployment":
      return <DeploymentField pageState={pageState} />;
    case "change":
      return <ChangeFields pageState={pageState} />;
    case "load":
      return null;
    case "value":
      return (
        <>
          <Field label="Attribute">
            <input
              name="key"
              maxLength={256}
              defaultValue={key ?? ""}
              placeholder="server.address"
              className={fieldClasses}
            />
          </Field>
          <Field label="One value">
            <input name="one" maxLength={256} defaultValue={valueOf(a)} className={fieldClasses} />
          </Field>
          <Field label="Another value">
            <input name="value" maxLength={256} defaultValue={valueOf(b)} className={fieldClasses} />
          </Field>
        </>
      );
    case "trace":
      return (
        <>
          <Field label="Trace id">
            <input
              name="first"
              maxLength={32}
              defaultValue={traceOf(a)}
              className={`${fieldClasses} w-72 max-w-full font-mono`}
            />
          </Field>
          <Field label="Another one; empty for the window">
            <input
              name="second"
              maxLength={32}
              defaultValue={traceOf(b)}
              className={`${fieldClasses} w-72 max-w-full font-mono`}
            />
          </Field>
        </>
      );
  }
}

function valueOf(group: ComparedGroup): string {
  return group.kind === "value" ? group.value : "";
}

function traceOf(group: ComparedGroup): string {
  return group.kind === "trace" ? group.traceId : "";
}

const shares = [
  [0.99, "The slowest 1 %"],
  [usualShare, "The slowest 5 %"],
  [0.9, "The slowest 10 %"],
  [0.75, "The slowest quarter"],
] as const;

function SlowFields({ pageState: { state } }: Pick<KindFieldsProps, "pageState">) {
  const [isCustom, setCustom] = useState(state.over !== null);
  return (
    <>
      <Field label="Slow is">
        <select
          name="threshold"
          defaultValue={isCustom ? "own" : String(state.share)}
          className={fieldClasses}
          onChange={(event) => setCustom(event.target.value === "own")}
        >
          {shares.map(([share, title]) => (
            <option key={share} value={share}>
              {title}
            </option>
          ))}
          {!shares.some(([share]) => share === state.share) && (
            <option value={state.share}>Above {state.share} of all</option>
          )}
          <option value="own">Above a time of one's own</option>
        </select>
      </Field>
      {isCustom && (
        <Field label="Above, s">
          <input
            name="seconds"
            inputMode="decimal"
            pattern="\d{1,5}(\.\d{1,6})?"
            defaultValue={state.over === null ? "" : state.over / 1_000}
            className={`${fieldClasses} w-24`}
          />
        </Field>
      )}
    </>
  );
}

function WindowFields() {
  const [other, setOther] = useState("previous");
  return (
    <>
      <Field label="The other window">
        <select
          name="other"
          value={other}
          className={fieldClasses}
          onChange={(event) => setOther(event.target.value)}
        >
          <option value="previous">The one before, as long</option>
          <option value="weekday">The same days a week earlier</option>
          <option value="from">One that begins at a time</option>
        </select>
      </Field>
      {other === "from" && (
        <Field label="It begins">
          <input name="begins" type="datetime-local" className={`${fieldClasses} tnum`} />
        </Field>
      )}
    </>
  );
}

function DeploymentField({ pageState: { view, state } }: Pick<KindFieldsProps, "pageState">) {
  const { data } = useQuery(listedDeploymentsQuery);
  const otherDeployments = (data?.deployments ?? []).filter(({ slug }) => slug !== view.d);
  return (
    <FormChoice
      label="The other deployment"
      name="with"
      value={state.bd ?? state.ad ?? ""}
      options={[["", "Choose one"], ...otherDeployments.map(({ slug, title }) => [slug, title] as const)]}
    />
  );
}

function ChangeFields({ pageState: { view } }: Pick<KindFieldsProps, "pageState">) {
  const timeZone = useTimeZone();
  const { data, error } = useQuery({
    ...eventsQuery({ deployment: view.d ?? "", from: view.from, to: view.to, live: false }),
    enabled: view.d !== null,
  });
  const events = data?.events ?? [];
  return (
    <>
      <Field label="Event of the window">
        <select name="event" className={`${fieldClasses} max-w-80`}>
          <option value="">
            {events.length > 0
              ? "None: the time beside it"
              : error === null
                ? "There is none in this window"
                : "Events cannot be read now"}
          </option>
          {events.map(({ id, atMs, title }) => (
            <option key={id} value={atMs}>
              {formatDateTime(atMs, timeZone)} {title}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Or a time within it">
        <input name="instant" type="datetime-local" step={1} className={`${fieldClasses} tnum`} />
      </Field>
    </>
  );
}

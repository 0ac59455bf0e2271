"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { defaultSlowQuantile } from "@/lib/client/comparison-url";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { eventsQuery } from "@/lib/client/queries/events";
import { oneDayEarlier } from "@/lib/model/comparison/compared-window";
import type { ComparedGroup } from "@/lib/model/traces/compared-group";
import { formatDateTime } from "@/lib/format/time";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { Field, fieldClasses } from "@/components/ui/field";
import { FormChoice } from "@/components/ui/form-choice";
import { dateTimeInput } from "@/components/shared/date-input";
import type { ComparisonKind } from "./comparison-kinds";
import type { ComparisonPageState } from "./use-trace-comparison";

interface KindFieldsProps {
  readonly kind: ComparisonKind;
  readonly pageState: ComparisonPageState;
}

/** Shows the input fields for one kind of comparison. */
export function KindFields({ kind, pageState }: KindFieldsProps) {
  const { a, b, comparedAttribute } = pageState.comparison;
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
              name="attribute"
              maxLength={256}
              defaultValue={comparedAttribute ?? ""}
              placeholder="server.address"
              className={fieldClasses}
            />
          </Field>
          <Field label="First value">
            <input name="one" maxLength={256} defaultValue={getAttributeValue(a)} className={fieldClasses} />
          </Field>
          <Field label="Second value">
            <input
              name="value"
              maxLength={256}
              defaultValue={getAttributeValue(b)}
              className={fieldClasses}
            />
          </Field>
        </>
      );
    case "trace":
      return (
        <>
          <Field label="Trace ID">
            <input
              name="first"
              maxLength={32}
              defaultValue={getTraceId(a)}
              className={`${fieldClasses} w-72 max-w-full font-mono`}
            />
          </Field>
          <Field label="Second trace ID (empty: compare with the window)">
            <input
              name="second"
              maxLength={32}
              defaultValue={getTraceId(b)}
              className={`${fieldClasses} w-72 max-w-full font-mono`}
            />
          </Field>
        </>
      );
  }
}

function getAttributeValue(group: ComparedGroup): string {
  return group.kind === "value" ? group.value : "";
}

function getTraceId(group: ComparedGroup): string {
  return group.kind === "trace" ? group.traceId : "";
}

const quantiles = [
  [0.99, "Slowest 1 %"],
  [defaultSlowQuantile, "Slowest 5 %"],
  [0.9, "Slowest 10 %"],
  [0.75, "Slowest 25 %"],
] as const;

function SlowFields({ pageState: { comparison } }: Pick<KindFieldsProps, "pageState">) {
  const [isCustom, setCustom] = useState(comparison.slowOverMs !== null);
  return (
    <>
      <Field label="Slow requests">
        <select
          name="threshold"
          defaultValue={isCustom ? "custom" : String(comparison.slowQuantile)}
          className={fieldClasses}
          onChange={(event) => setCustom(event.target.value === "custom")}
        >
          {quantiles.map(([quantile, title]) => (
            <option key={quantile} value={quantile}>
              {title}
            </option>
          ))}
          {!quantiles.some(([quantile]) => quantile === comparison.slowQuantile) && (
            <option value={comparison.slowQuantile}>Above quantile {comparison.slowQuantile}</option>
          )}
          <option value="custom">Above a custom duration</option>
        </select>
      </Field>
      {isCustom && (
        <Field label="Duration, s">
          <input
            name="seconds"
            inputMode="decimal"
            pattern="\d{1,5}(\.\d{1,6})?"
            defaultValue={comparison.slowOverMs === null ? "" : comparison.slowOverMs / 1_000}
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
      <Field label="Other window">
        <select
          name="other"
          value={other}
          className={fieldClasses}
          onChange={(event) => setOther(event.target.value)}
        >
          <option value="previous">Previous window of the same length</option>
          <option value={oneDayEarlier}>Same window 24 h earlier</option>
          <option value="weekday">Same window one week earlier</option>
          <option value="from">Window of the same length with a custom start</option>
        </select>
      </Field>
      {other === "from" && (
        <Field label="Start">
          <input name="begins" {...dateTimeInput} className={`${fieldClasses} tnum`} />
        </Field>
      )}
    </>
  );
}

function DeploymentField({ pageState: { view, comparison } }: Pick<KindFieldsProps, "pageState">) {
  const { data } = useQuery(listedDeploymentsQuery);
  const otherDeployments = (data?.deployments ?? []).filter(({ slug }) => slug !== view.d);
  return (
    <FormChoice
      label="Other deployment"
      name="with"
      value={comparison.bDeployment ?? comparison.aDeployment ?? ""}
      options={[
        ["", "Choose a deployment"],
        ...otherDeployments.map(({ slug, title }) => [slug, title] as const),
      ]}
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
      <Field label="Event in this window">
        <select name="event" className={`${fieldClasses} max-w-80`}>
          <option value="">
            {events.length > 0
              ? "None (use the time)"
              : error === null
                ? "No events in this window"
                : "Events cannot be loaded"}
          </option>
          {events.map(({ id, atMs, title }) => (
            <option key={id} value={atMs}>
              {formatDateTime(atMs, timeZone)} {title}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Or time of the change">
        <input name="instant" {...dateTimeInput} className={`${fieldClasses} tnum`} />
      </Field>
    </>
  );
}

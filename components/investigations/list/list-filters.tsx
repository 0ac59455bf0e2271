"use client";

import { useQuery } from "@tanstack/react-query";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import type { InvestigationsResponse } from "@/lib/contracts/investigations/investigations";
import { stateTitles } from "@/lib/model/investigation/investigation-state";
import { severities } from "@/lib/model/investigation/severity";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { Field, fieldClasses } from "@/components/ui/field";
import {
  investigationLayouts,
  investigationOrders,
  stateFilters,
  type InvestigationLayout,
  type InvestigationListChange,
  type InvestigationListState,
  type InvestigationOrder,
  type StateFilter,
} from "../url-state";
import { investigationPeopleQuery } from "../investigation-requests";

interface ListFiltersProps {
  readonly state: InvestigationListState;
  readonly onChange: (change: InvestigationListChange) => void;
  /** Slug of the deployment; null for all. */
  readonly deployment: string | null;
  readonly onDeployment: (slug: string | null) => void;
  /** Absent until the list is loaded. */
  readonly counts: InvestigationsResponse["counts"] | undefined;
}

const orderTitles: Readonly<Record<InvestigationOrder, string>> = {
  updated: "Last change, newest first",
  number: "Number, newest first",
  severity: "Severity, most severe first",
  due: "Due date, earliest first",
};

const layoutTitles: Readonly<Record<InvestigationLayout, string>> = {
  list: "List",
  board: "Board",
  "for-you": "For you",
};

/** Selects the listed investigations, their order and the layout. “For you” has no filters. */
export function ListFilters(props: ListFiltersProps) {
  const { state, onChange } = props;
  return (
    <search aria-label="Filter investigations" className="flex flex-wrap items-end gap-3 pb-4 print:hidden">
      {state.layout !== "for-you" && <FilterFields {...props} />}
      <div role="group" aria-label="Layout" className="flex gap-1">
        {investigationLayouts.map((layout) => (
          <Button
            key={layout}
            variant={state.layout === layout ? "selected" : "ghost"}
            aria-pressed={state.layout === layout}
            onClick={() => onChange({ layout })}
          >
            {layoutTitles[layout]}
          </Button>
        ))}
      </div>
    </search>
  );
}

function FilterFields({ state, onChange, deployment, onDeployment, counts }: ListFiltersProps) {
  const deployments = useQuery(listedDeploymentsQuery).data?.deployments ?? [];
  const people = useQuery(investigationPeopleQuery).data?.people;
  return (
    <>
      <Choice
        label="State"
        className="w-44"
        value={state.state}
        options={stateFilters.map((one) => [one, stateText(one, counts)] as const)}
        onChoose={(chosen) => onChange({ state: chosen })}
      />
      <Choice
        label="Severity"
        value={state.severity === null ? "" : String(state.severity)}
        options={[["", "All severities"], ...severities.map((one) => [String(one), String(one)] as const)]}
        onChoose={(chosen) => onChange({ severity: chosen === "" ? null : Number(chosen) })}
      />
      {/* Fields have fixed widths, and exist while people are loaded, so that the list does not move. */}
      {people?.length !== 0 && (
        <Choice
          label="Owner"
          className="w-48"
          value={state.owner ?? ""}
          options={[["", "All owners"], ...(people ?? []).map(({ id, label }) => [id, label] as const)]}
          onChoose={(owner) => onChange({ owner: owner === "" ? null : owner })}
        />
      )}
      <Choice
        label="Deployment"
        className="w-48"
        value={deployment ?? ""}
        options={[["", "All deployments"], ...deployments.map(({ slug, title }) => [slug, title] as const)]}
        onChoose={(slug) => onDeployment(slug === "" ? null : slug)}
      />
      <Field label="Title or number">
        <input
          type="search"
          className={`${fieldClasses} w-44`}
          maxLength={100}
          value={state.find ?? ""}
          onChange={({ target }) => onChange({ find: target.value === "" ? null : target.value })}
        />
      </Field>
      <Field label="Tag">
        <input
          type="search"
          title="Start of a tag"
          className={`${fieldClasses} w-28`}
          maxLength={40}
          value={state.tag ?? ""}
          onChange={({ target }) => onChange({ tag: toTag(target.value) })}
        />
      </Field>
      <Choice
        label="Order"
        value={state.order}
        options={investigationOrders.map((order) => [order, orderTitles[order]] as const)}
        onChoose={(order) => onChange({ order })}
      />
    </>
  );
}

function stateText(filter: StateFilter, counts: ListFiltersProps["counts"]): string {
  if (filter === "open") return "Open states";
  if (filter === "all") return "All states";
  const count = counts?.[filter];
  return count === undefined ? stateTitles[filter] : `${stateTitles[filter]} (${count})`;
}

/** Tags have lowercase letters, digits and hyphens only. */
function toTag(text: string): string | null {
  const tag = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, "")
    .replace(/^-+/, "");
  return tag === "" ? null : tag;
}

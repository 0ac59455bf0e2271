"use client";

import type { DeploymentsResponse } from "@/lib/contracts/deployments";
import { baselineOrders, type BaselineListState, type BaselineOrder } from "@/lib/client/baselines-url";
import { Choice } from "@/components/ui/choice";
import { Field, fieldClasses } from "@/components/ui/field";

interface ListFiltersProps {
  readonly deployments: DeploymentsResponse["deployments"];
  /** Slug of the deployment; null for all. */
  readonly deployment: string | null;
  readonly onDeployment: (slug: string | null) => void;
  readonly state: BaselineListState;
  readonly onState: (change: Partial<BaselineListState>) => void;
}

const orderTitles: Readonly<Record<BaselineOrder, string>> = {
  newest: "Newest first",
  name: "Name",
  deployment: "Deployment",
  requests: "Number of requests",
  "ttft-p95": "TTFT p95, highest first",
  "e2e-p95": "E2E p95, highest first",
  "requests-per-second": "Requests/s, highest first",
};

/** Selects deployment, text and order of the list. */
export function ListFilters({ deployments, deployment, onDeployment, state, onState }: ListFiltersProps) {
  return (
    <search aria-label="Filter baselines" className="flex flex-wrap items-end gap-3 pb-4">
      <Choice
        label="Deployment"
        value={deployment ?? ""}
        options={[["", "All deployments"], ...deployments.map(({ slug, title }) => [slug, title] as const)]}
        onChoose={(slug) => onDeployment(slug === "" ? null : slug)}
      />
      <Field label="Name or author">
        <input
          type="search"
          className={`${fieldClasses} w-52`}
          maxLength={100}
          value={state.find ?? ""}
          onChange={({ target }) => onState({ find: target.value === "" ? null : target.value })}
        />
      </Field>
      <Choice
        label="Order"
        value={state.order}
        options={baselineOrders.map((order) => [order, orderTitles[order]] as const)}
        onChoose={(order) => onState({ order })}
      />
    </search>
  );
}

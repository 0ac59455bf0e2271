"use client";

import { useQuery } from "@tanstack/react-query";
import { baselinesQuery } from "@/lib/client/queries/baselines";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import type { SideReference } from "@/lib/model/comparison/side-reference";
import { Choice } from "@/components/ui/choice";
import { SideWindow } from "./side-window";

interface SidePickerProps {
  readonly name: "Before" | "After";
  readonly side: SideReference | null;
  readonly onChange: (side: SideReference) => void;
}

const lastHour = { from: "now-1h", to: "now" } as const;
const kindTitles = { baseline: "Baseline", window: "Window", deployment: "Deployment" } as const;

/** Selects one of the compared windows: a baseline, a window of a deployment, or the deployment's default. */
export function SidePicker({ name, side, onChange }: SidePickerProps) {
  const baselines =
    useQuery(baselinesQuery(null)).data?.baselines.filter(({ state }) => state === "ready") ?? [];
  const deployments = useQuery(listedDeploymentsQuery).data?.deployments ?? [];
  const deployment = side === null || side.kind === "baseline" ? undefined : side.deployment;
  const first = deployment ?? deployments[0]?.slug;
  const chooseKind = (kind: SideReference["kind"]): void => {
    const [baseline] = baselines;
    if (kind === "baseline" && baseline !== undefined) onChange({ kind, id: baseline.id });
    if (kind === "window" && first !== undefined) onChange({ kind, deployment: first, window: lastHour });
    if (kind === "deployment" && first !== undefined) onChange({ kind, deployment: first });
  };
  const kinds = (["baseline", "window", "deployment"] as const).filter(
    (kind) => kind !== "baseline" || baselines.length > 0 || side?.kind === "baseline",
  );
  return (
    <fieldset className="flex min-w-0 flex-wrap items-end gap-2">
      <legend className="sr-only">{name}</legend>
      <Choice
        label={name}
        value={side?.kind ?? ""}
        options={[
          ...(side === null ? ([["", "Select"]] as const) : []),
          ...kinds.map((kind) => [kind, kindTitles[kind]] as const),
        ]}
        onChoose={(kind) => kind !== "" && chooseKind(kind)}
      />
      {side?.kind === "baseline" && (
        <Choice
          label="Baseline"
          className="max-w-64"
          value={side.id}
          options={[
            ...(baselines.some(({ id }) => id === side.id)
              ? []
              : ([[side.id, "Selected baseline"]] as const)),
            ...baselines.map(
              ({ id, name: title, summary }) =>
                [id, summary === null ? title : `${title}, ${summary.deployment.title}`] as const,
            ),
          ]}
          onChoose={(id) => onChange({ kind: "baseline", id })}
        />
      )}
      {deployment !== undefined && side !== null && side.kind !== "baseline" && (
        <Choice
          label="Deployment"
          value={deployment}
          options={[
            ...(deployments.some(({ slug }) => slug === deployment)
              ? []
              : ([[deployment, deployment]] as const)),
            ...deployments.map(({ slug, title }) => [slug, title] as const),
          ]}
          onChoose={(slug) => onChange({ ...side, deployment: slug })}
        />
      )}
      {side?.kind === "window" && (
        <SideWindow name={name} window={side.window} onChange={(window) => onChange({ ...side, window })} />
      )}
      {side?.kind === "deployment" && (
        <p className="flex h-7 items-center text-xs text-ink-2">
          {name === "Before" ? "Default baseline" : "Last hour"}
        </p>
      )}
    </fieldset>
  );
}

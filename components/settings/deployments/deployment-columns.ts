/** Column widths of the deployments table. Below `lg` each row becomes a block of name-value pairs. */
export const deploymentGrid =
  "lg:grid lg:grid-cols-[minmax(11rem,1.2fr)_7.5rem_minmax(8rem,1fr)_4rem_minmax(8rem,1fr)_5rem_4.5rem_7.5rem] lg:items-baseline lg:gap-x-4";

/** Column of the deployments table. */
export interface DeploymentColumn {
  readonly title: string;
  readonly isNumber: boolean;
}

/** Columns of the deployments table. The last one contains actions and has no title. */
export const deploymentColumns: readonly DeploymentColumn[] = [
  { title: "Deployment", isNumber: false },
  { title: "State", isNumber: false },
  { title: "Engine", isNumber: false },
  { title: "Servers", isNumber: true },
  { title: "Exporters", isNumber: false },
  { title: "TTFT p95", isNumber: true },
  { title: "Req/s", isNumber: true },
];

"use client";

import type { ReviewableDeployment } from "@/lib/contracts/discovery";
import type { DeploymentFormName } from "./deployment-actions";
import { DeploymentMergeForm } from "./deployment-merge";
import { DeploymentRenameForm } from "./deployment-rename";
import { DeploymentTeamForm } from "./deployment-team";
import { ExportersEditor } from "@/components/settings/exporters/exporters-editor";
import { LimitsEditor } from "@/components/settings/limits/limits-editor";
import { MappingsEditor } from "@/components/settings/mappings/mappings-editor";
import { PhasesEditor } from "@/components/settings/phases/phases-editor";
import { SelectorEditor } from "./selector-editor";
import { TraceServicesEditor } from "./trace-services-editor";
import type { DeploymentFormProps } from "./use-review-form";

interface DeploymentFormsProps extends DeploymentFormProps {
  readonly openForm: DeploymentFormName;
  /** Deployments that this one can be merged into. */
  readonly mergeTargets: readonly ReviewableDeployment[];
}

const forms = {
  rename: DeploymentRenameForm,
  team: DeploymentTeamForm,
  selectors: SelectorEditor,
  exporters: ExportersEditor,
  mappings: MappingsEditor,
  "trace-services": TraceServicesEditor,
  phases: PhasesEditor,
  limits: LimitsEditor,
  merge: DeploymentMergeForm,
} satisfies { readonly [F in DeploymentFormName]: unknown };

/** Shows the open form of a deployment. */
export function DeploymentForms({ openForm, ...props }: DeploymentFormsProps) {
  const OpenForm = forms[openForm];
  return <OpenForm key={openForm} {...props} />;
}

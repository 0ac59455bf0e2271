"use client";

import { MoreHorizontal } from "lucide-react";
import type { ReviewableDeployment, ReviewBody } from "@/lib/contracts/discovery";
import { ChangeRefusal } from "@/components/shared/forms/change-refusal";
import { Button } from "@/components/ui/button";
import { Menu, MenuAction, MenuContent, MenuTrigger } from "@/components/ui/menu";

/** Edit forms of a deployment. Only one form is open at a time. */
export type DeploymentFormName =
  | "rename"
  | "team"
  | "selectors"
  | "exporters"
  | "mappings"
  | "trace-services"
  | "phases"
  | "limits"
  | "merge";

interface DeploymentActionsProps {
  readonly deployment: ReviewableDeployment;
  readonly isBusy: boolean;
  readonly canMerge: boolean;
  readonly onReview: (body: ReviewBody) => void;
  readonly onOpenForm: (form: DeploymentFormName) => void;
  /** Element that receives the focus after the menu closes. */
  readonly nextFocus: () => HTMLElement | null;
}

/** Shows the likely next step as a button and all other actions in a menu, or why the caller may change nothing. */
export function DeploymentActions(props: DeploymentActionsProps) {
  const { deployment, isBusy, onReview, onOpenForm } = props;
  const { review, mergedInto, canSplitOff, managedBy, changeRefusal } = deployment;
  if (changeRefusal !== null) return <ChangeRefusal text={changeRefusal} />;
  // The configuration file does not name teams, so the team of its deployments is chosen here.
  if (managedBy === "file")
    return (
      <Button size="sm" onClick={() => onOpenForm("team")}>
        Choose team<span className="sr-only"> of {deployment.title}</span>
      </Button>
    );
  if (mergedInto !== null && !canSplitOff)
    return <span className="text-xs text-ink-2">merged by the configuration file</span>;
  if (mergedInto !== null)
    return (
      <Button size="sm" disabled={isBusy} onClick={() => onReview({ mergedInto: null })}>
        Split<span className="sr-only"> from {mergedInto.title}</span>
      </Button>
    );
  return (
    <>
      {review !== "accepted" && (
        <Button size="sm" disabled={isBusy} onClick={() => onReview({ review: "accepted" })}>
          {review === "hidden" ? "Show again" : "Accept"}
        </Button>
      )}
      <OtherActions {...props} />
    </>
  );
}

function OtherActions({
  deployment,
  isBusy,
  canMerge,
  onReview,
  onOpenForm,
  nextFocus,
}: DeploymentActionsProps) {
  return (
    <Menu>
      <MenuTrigger
        render={<Button size="icon-sm" variant="ghost" aria-label={`Change ${deployment.title}`} />}
      >
        <MoreHorizontal aria-hidden className="size-4" />
      </MenuTrigger>
      <MenuContent align="end" finalFocus={() => nextFocus() ?? true}>
        <MenuAction onAct={() => onOpenForm("rename")}>Rename</MenuAction>
        <MenuAction onAct={() => onOpenForm("team")}>Choose team</MenuAction>
        <MenuAction onAct={() => onOpenForm("selectors")}>Edit selectors</MenuAction>
        <MenuAction onAct={() => onOpenForm("exporters")}>Edit exporters</MenuAction>
        {deployment.takesMappings && (
          <MenuAction onAct={() => onOpenForm("mappings")}>Edit mappings</MenuAction>
        )}
        {deployment.hasTraces && (
          <MenuAction onAct={() => onOpenForm("trace-services")}>Edit trace services</MenuAction>
        )}
        {deployment.hasTraces && <MenuAction onAct={() => onOpenForm("phases")}>Edit phases</MenuAction>}
        {deployment.engine.role !== "training" && (
          <MenuAction onAct={() => onOpenForm("limits")}>Edit limits</MenuAction>
        )}
        {canMerge && <MenuAction onAct={() => onOpenForm("merge")}>Merge</MenuAction>}
        {deployment.review !== "hidden" && (
          <MenuAction isDisabled={isBusy} onAct={() => onReview({ review: "hidden" })}>
            Hide
          </MenuAction>
        )}
      </MenuContent>
    </Menu>
  );
}

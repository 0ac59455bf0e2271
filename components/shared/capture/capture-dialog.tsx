"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";
import { OpenFormProvider, useOpenForm } from "@/components/shared/forms/leave-form";
import { CaptureForm } from "./capture-form";
import { CaptureProgress } from "./capture-progress";
import { DeploymentAndWindowChoices } from "./deployment-and-window-choices";

/** Deployment and window to capture. Times are relative, such as now-6h, or milliseconds since 1970. */
export interface CaptureTarget {
  /** Null until the user selects a deployment. */
  readonly deployment: string | null;
  readonly from: string;
  readonly to: string;
}

interface CaptureDialogProps {
  readonly target: CaptureTarget;
  readonly onClose: () => void;
}

/** Assesses a window, captures it as a baseline, and shows the progress. */
export function CaptureDialog({ target: initialTarget, onClose }: CaptureDialogProps) {
  const [target, setTarget] = useState(initialTarget);
  const [capturedId, setCapturedId] = useState<string | null>(null);
  const { data } = useQuery(listedDeploymentsQuery);
  const guard = useOpenForm();
  const deployments = data?.deployments ?? [];
  const deployment = deployments.find(({ slug }) => slug === target.deployment);
  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || guard.leaveForm(onClose)}>
      <DialogContent className="flex flex-col gap-4 p-4 text-sm">
        <DialogTitle className="text-md font-semibold">Capture baseline</DialogTitle>
        {capturedId === null ? (
          <OpenFormProvider value={guard.registerForm}>
            <DeploymentAndWindowChoices
              target={target}
              initialTarget={initialTarget}
              deployments={deployments}
              onTarget={setTarget}
            />
            {target.deployment === null ? (
              <p className="text-ink-2">Select a deployment. Its window is assessed before the capture.</p>
            ) : (
              <CaptureForm
                key={target.deployment}
                deployment={{ slug: target.deployment, title: deployment?.title ?? target.deployment }}
                target={target}
                onTarget={setTarget}
                onCaptured={setCapturedId}
                onCancel={onClose}
              />
            )}
          </OpenFormProvider>
        ) : (
          <CaptureProgress baselineId={capturedId} onBack={() => setCapturedId(null)} onClose={onClose} />
        )}
      </DialogContent>
    </Dialog>
  );
}

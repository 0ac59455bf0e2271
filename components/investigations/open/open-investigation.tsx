"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { investigationName } from "@/lib/model/investigation/investigation";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";
import { OpenFormProvider, useOpenForm } from "@/components/shared/forms/leave-form";
import { OpenInvestigationForm } from "./open-investigation-form";
import { UsageAdvice } from "./usage-advice";

interface OpenInvestigationProps {
  /** Slug of the deployment in the view. Null for none. */
  readonly deployment: string | null;
  readonly onClose: () => void;
}

/** Checks whether an investigation is the right tool, and opens one. */
export function OpenInvestigation({ deployment, onClose }: OpenInvestigationProps) {
  const [isSuitable, setSuitable] = useState(false);
  const guard = useOpenForm();
  const router = useRouter();
  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || guard.leaveForm(onClose)}>
      <DialogContent className="flex flex-col gap-4 p-4 text-sm">
        <DialogTitle className="text-md font-semibold">Open an investigation</DialogTitle>
        {isSuitable ? (
          <OpenFormProvider value={guard.registerForm}>
            <OpenInvestigationForm
              deployment={deployment}
              onOpened={({ number }) => {
                onClose();
                router.push(`/investigations/${investigationName(number)}`);
              }}
              onCancel={onClose}
            />
          </OpenFormProvider>
        ) : (
          <UsageAdvice onContinue={() => setSuitable(true)} onCancel={onClose} />
        )}
      </DialogContent>
    </Dialog>
  );
}

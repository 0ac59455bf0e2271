"use client";

import Link from "next/link";
import { useState } from "react";
import type { EvidenceEntry } from "@/lib/contracts/investigations/hypotheses";
import { evidenceName } from "@/lib/model/investigation/evidence";
import { investigationName } from "@/lib/model/investigation/investigation";
import { evidenceReadingText } from "@/lib/sentences/investigations/evidence-reading-text";
import type { EvidenceSubject } from "@/components/layout/keep-evidence";
import { OpenFormProvider, useOpenForm } from "@/components/shared/forms/leave-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";
import { OpenInvestigationForm } from "../open/open-investigation-form";
import { UsageAdvice } from "../open/usage-advice";
import { InvestigationChoice } from "./investigation-choice";
import { KeepEvidenceForm } from "./keep-evidence-form";

type Stage =
  | { readonly kind: "choose"; readonly number: number | null }
  | { readonly kind: "advice" }
  | { readonly kind: "open" }
  | { readonly kind: "stored"; readonly number: number; readonly evidence: EvidenceEntry };

interface KeepDialogProps {
  readonly subject: EvidenceSubject;
  readonly onClose: () => void;
}

/** Keeps the data of a panel as evidence of an open investigation, or of one that is opened in the dialog. */
export function KeepEvidenceDialog({ subject, onClose }: KeepDialogProps) {
  const [stage, setStage] = useState<Stage>({ kind: "choose", number: null });
  const guard = useOpenForm();
  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || guard.leaveForm(onClose)}>
      <DialogContent className="flex flex-col gap-4 p-4 text-sm">
        <DialogTitle className="text-md font-semibold">
          {stage.kind === "advice" || stage.kind === "open" ? "Open an investigation" : "Keep as evidence"}
        </DialogTitle>
        <OpenFormProvider value={guard.registerForm}>
          {stage.kind === "choose" && (
            <InvestigationChoice
              initialNumber={stage.number}
              deployment={subject.deployment}
              leaveForm={guard.leaveForm}
              onOpen={() => guard.leaveForm(() => setStage({ kind: "advice" }))}
            >
              {(number) => (
                <KeepEvidenceForm
                  key={number}
                  number={number}
                  subject={subject}
                  onStored={(evidence) => setStage({ kind: "stored", number, evidence })}
                  onCancel={onClose}
                />
              )}
            </InvestigationChoice>
          )}
          {stage.kind === "advice" && (
            <UsageAdvice
              onContinue={() => setStage({ kind: "open" })}
              onCancel={() => setStage({ kind: "choose", number: null })}
            />
          )}
          {stage.kind === "open" && (
            <OpenInvestigationForm
              deployment={subject.deployment}
              origin={{
                title: subject.title,
                opening: addWindow(subject),
              }}
              onOpened={({ number }) => setStage({ kind: "choose", number })}
              onCancel={() => setStage({ kind: "choose", number: null })}
            />
          )}
        </OpenFormProvider>
        {stage.kind === "stored" && <StoredNotice {...stage} question={subject.question} onClose={onClose} />}
      </DialogContent>
    </Dialog>
  );
}

/** Returns the page of the data with their window, so that the steps read the displayed window. */
function addWindow({ opening, window }: EvidenceSubject): EvidenceSubject["opening"] {
  return opening.kind === "person" || window === null ? opening : { ...opening, window };
}

interface StoredNoticeProps extends Pick<KeepDialogProps, "onClose"> {
  readonly number: number;
  readonly evidence: EvidenceEntry;
  readonly question: EvidenceSubject["question"];
}

function StoredNotice({ number, evidence, question, onClose }: StoredNoticeProps) {
  const name = investigationName(number);
  return (
    <>
      <p role="status">
        Added as {evidenceName(evidence.number)} of{" "}
        {/* The dialog is part of the page frame, which stays when the page changes. */}
        <Link href={`/investigations/${name}`} className="text-accent hover:underline" onClick={onClose}>
          {name}
        </Link>
        . {evidenceReadingText(question)}
      </p>
      <div>
        <Button variant="selected" onClick={onClose}>
          Close
        </Button>
      </div>
    </>
  );
}

"use client";

import { useState } from "react";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { countWithNoun } from "@/lib/format/agreement";
import { formatExactFileSize } from "@/lib/format/file-size";
import { maxEvidenceFileBytes } from "@/lib/model/investigation/evidence-file";
import type { StepId } from "@/lib/model/investigation/step-ids";
import { DropArea, type DroppedFile } from "@/components/ui/drop-area";
import { isolateDirection } from "@/components/shared/isolated-text";
import { FileButton } from "@/components/ui/file-button";
import { FileForm } from "./file-form";

type Choice =
  | { readonly kind: "none" }
  | { readonly kind: "chosen"; readonly file: File; readonly skippedCount: number }
  | { readonly kind: "refused"; readonly reason: string };

interface FileAdditionProps {
  readonly page: InvestigationResponse;
  /** Step on screen, to which the file belongs. */
  readonly step: StepId;
}

/** Adds a file that is chosen with the button or dropped on this area. */
export function FileAddition({ page, step }: FileAdditionProps) {
  const [choice, setChoice] = useState<Choice>({ kind: "none" });
  const choose = (dropped: readonly DroppedFile[]): void => setChoice(toChoice(dropped));
  return (
    <DropArea onDrop={choose} className="my-1 print:hidden">
      {choice.kind === "chosen" ? (
        <FileForm
          key={`${choice.file.name} ${choice.file.size} ${choice.file.lastModified}`}
          page={page}
          step={step}
          file={choice.file}
          remark={choice.skippedCount === 0 ? null : skippedText(choice.skippedCount)}
          onClose={() => setChoice({ kind: "none" })}
        />
      ) : (
        <FilePicker onChoose={(file) => choose([{ file, isFolder: false }])} />
      )}
      {choice.kind === "refused" && (
        <p role="alert" className="pt-1 text-xs wrap-anywhere text-bad">
          {isolateDirection(choice.reason)}
        </p>
      )}
    </DropArea>
  );
}

function FilePicker({ onChoose }: { readonly onChoose: (file: File) => void }) {
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-sm border border-dashed border-rule-strong px-2 py-1.5 text-xs text-ink-2">
      <FileButton label="File to add as evidence" size="sm" onChoose={onChoose}>
        Add file
      </FileButton>
      <span>or drop it here: a log, an image or a profile of at most 5 MiB.</span>
    </div>
  );
}

function toChoice(dropped: readonly DroppedFile[]): Choice {
  const file = dropped.find(({ isFolder }) => !isFolder)?.file;
  if (file === undefined)
    return { kind: "refused", reason: "A folder cannot be added. Add its files separately." };
  if (file.size === 0) return { kind: "refused", reason: `${file.name} is empty. Choose another file.` };
  if (file.size > maxEvidenceFileBytes)
    return {
      kind: "refused",
      reason: `${file.name} has ${formatExactFileSize(file.size)}, and evidence has at most ${formatExactFileSize(maxEvidenceFileBytes)}. Add the part that shows the problem.`,
    };
  return { kind: "chosen", file, skippedCount: dropped.length - 1 };
}

function skippedText(skippedCount: number): string {
  return `Add one file at a time. ${countWithNoun(skippedCount, "other file was", "other files were")} ignored.`;
}

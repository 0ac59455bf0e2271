"use client";

import { useId, type ReactNode } from "react";
import { DropArea } from "@/components/ui/drop-area";
import { FileButton } from "@/components/ui/file-button";
import { ShapeMark } from "@/components/shared/status-mark";
import { skippedFilesText, type OpenedFileControl } from "./use-opened-file";

interface FileDropProps {
  readonly fileControl: OpenedFileControl;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Opens a trace file, chosen with the button or dropped anywhere on the page. */
export function FileDrop({ fileControl, className, children }: FileDropProps) {
  return (
    <DropArea onDrop={fileControl.drop} {...(className === undefined ? {} : { className })}>
      <OpenFile opened={fileControl} />
      {children}
    </DropArea>
  );
}

function OpenFile({ opened }: { readonly opened: OpenedFileControl }) {
  const descriptionId = useId();
  const { state } = opened;
  return (
    <div className="float-right flex flex-col items-end gap-1 pl-4 print:hidden">
      <FileButton
        label="Trace file"
        size="sm"
        accept=".json,.jsonl,application/json"
        disabled={state.kind === "reading"}
        aria-describedby={descriptionId}
        onChoose={opened.open}
      >
        {state.kind === "reading" ? `Reading ${state.name}` : "Open file"}
      </FileButton>
      <span id={descriptionId} className="sr-only">
        Jaeger JSON or OTLP JSON, at most 64 MiB. You can also drop the file on this page. It is not stored.
      </span>
      {state.kind === "refused" && (
        <p role="alert" className="flex max-w-72 items-start gap-1.5 text-right text-xs text-bad">
          <ShapeMark shape="failed" className="mt-1 size-2.5" />
          <span>
            {state.name} could not be opened: {state.reason}.
            {state.skippedCount > 0 && ` ${skippedFilesText(state.skippedCount)}`}
          </span>
        </p>
      )}
    </div>
  );
}

"use client";

import { useId, useRef, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { DropArea } from "@/components/ui/drop-area";
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
      <FileButton opened={fileControl} />
      {children}
    </DropArea>
  );
}

function FileButton({ opened }: { readonly opened: OpenedFileControl }) {
  const input = useRef<HTMLInputElement>(null);
  const descriptionId = useId();
  const { state } = opened;
  return (
    <div className="float-right flex flex-col items-end gap-1 pl-4">
      <Button
        size="sm"
        disabled={state.kind === "reading"}
        aria-describedby={descriptionId}
        onClick={() => input.current?.click()}
      >
        {state.kind === "reading" ? `Reading ${state.name}` : "Open file"}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,.jsonl,application/json"
        aria-label="Trace file"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) opened.open(file);
          // The user may choose the same file again after it changed.
          event.target.value = "";
        }}
      />
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

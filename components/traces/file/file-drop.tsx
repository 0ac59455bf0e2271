"use client";

import { useId, useRef, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ShapeMark } from "@/components/shared/status-mark";
import { skippedFilesText, type DroppedFile, type OpenedFileControl } from "./use-opened-file";

interface FileDropProps {
  readonly fileControl: OpenedFileControl;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Opens a trace file, chosen with the button or dropped anywhere on the page. */
export function FileDrop({ fileControl, className, children }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  return (
    <div
      className={cn(className, isOver && "outline-2 outline-offset-8 outline-accent outline-dashed")}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        fileControl.drop(droppedFiles(event.dataTransfer));
      }}
    >
      <FileButton opened={fileControl} />
      {children}
    </div>
  );
}

/** Only the transfer items show which of the dropped files are folders. */
function droppedFiles({ files, items }: DataTransfer): readonly DroppedFile[] {
  const entries = [...items].flatMap((item) => (item.kind === "file" ? [item.webkitGetAsEntry()] : []));
  return [...files].map((file, index) => ({ file, isFolder: entries[index]?.isDirectory === true }));
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

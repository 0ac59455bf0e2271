"use client";

import { useState, type ReactNode } from "react";
import { cn } from "./cn";

/** File or folder that was dropped on the page. */
export interface DroppedFile {
  readonly file: File;
  readonly isFolder: boolean;
}

interface DropAreaProps {
  readonly onDrop: (dropped: readonly DroppedFile[]) => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Part of a page on which files can be dropped. A button must offer the same, because not everyone can drag. */
export function DropArea({ onDrop, className, children }: DropAreaProps) {
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
        onDrop(droppedFiles(event.dataTransfer));
      }}
    >
      {children}
    </div>
  );
}

/** Only the transfer items show which of the dropped files are folders. */
function droppedFiles({ files, items }: DataTransfer): readonly DroppedFile[] {
  const entries = [...items].flatMap((item) => (item.kind === "file" ? [item.webkitGetAsEntry()] : []));
  return [...files].map((file, index) => ({ file, isFolder: entries[index]?.isDirectory === true }));
}

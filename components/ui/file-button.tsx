"use client";

import { useRef, type ReactNode } from "react";
import { Button, type ButtonProps } from "./button";

interface FileButtonProps extends Pick<ButtonProps, "size" | "disabled" | "aria-describedby"> {
  /** Accessible name of the file field. */
  readonly label: string;
  /** File types that the file dialog offers, as in the `accept` attribute of a file field. Absent for all types. */
  readonly accept?: string;
  readonly onChoose: (file: File) => void;
  readonly children: ReactNode;
}

/** Button that opens the file dialog of the browser. Its field is hidden, because its appearance cannot be styled. */
export function FileButton({ label, accept, onChoose, children, ...buttonProps }: FileButtonProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...buttonProps} onClick={() => field.current?.click()}>
        {children}
      </Button>
      <input
        ref={field}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) onChoose(file);
          // The user may choose the same file again after it changed.
          event.target.value = "";
        }}
      />
    </>
  );
}

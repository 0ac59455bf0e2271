"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import type { CaptureTarget } from "./capture-dialog";

/** Loaded when first opened, not with the page. */
const CaptureDialog = dynamic(() => import("./capture-dialog").then((module) => module.CaptureDialog), {
  ssr: false,
});

interface CaptureButtonProps extends Pick<ButtonProps, "size"> {
  readonly label: string;
  /** Deployment and window that the dialog starts with. */
  readonly target: CaptureTarget;
}

/** Opens the dialog that captures a window as a baseline. */
export function CaptureButton({ label, target, size }: CaptureButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...(size === undefined ? {} : { size })} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <CaptureDialog target={target} onClose={() => setOpen(false)} />}
    </>
  );
}

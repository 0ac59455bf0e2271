"use client";

import { createContext, useContext, type ReactNode } from "react";

const Context = createContext(false);

interface EditRightsProps {
  readonly mayEdit: boolean;
  readonly children: ReactNode;
}

/** Provides the pages below with the caller's right to edit, so that they offer no writes that would be refused. */
export function EditRights({ mayEdit, children }: EditRightsProps) {
  return <Context value={mayEdit}>{children}</Context>;
}

/** Returns whether the caller is an editor. False outside of `EditRights`, as in kiosk mode. */
export function useMayEdit(): boolean {
  return useContext(Context);
}

"use client";

import { createContext, useCallback, useContext, useEffect, useRef } from "react";

/** Runs an action that closes a form, after a confirmation if the form has unsaved changes. */
export type ConfirmLeave = (leave: () => void) => void;

type RegisterForm = (leave: ConfirmLeave | null) => void;

const OpenFormContext = createContext<RegisterForm | null>(null);

/** Provides a form with the area of the page whose other controls can replace the form. */
export const OpenFormProvider = OpenFormContext.Provider;

/** Guards the form below `OpenFormProvider` against actions outside the form. */
export function useOpenForm(): { readonly registerForm: RegisterForm; readonly leaveForm: ConfirmLeave } {
  const openForm = useRef<ConfirmLeave | null>(null);
  const registerForm = useCallback<RegisterForm>((leave) => {
    openForm.current = leave;
  }, []);
  return {
    registerForm,
    leaveForm: (act) => (openForm.current === null ? act() : openForm.current(act)),
  };
}

/** Registers a form while it is open. */
export function useGuardedForm(leave: ConfirmLeave): void {
  const registerForm = useContext(OpenFormContext);
  useEffect(() => {
    registerForm?.(leave);
    return () => registerForm?.(null);
  });
}

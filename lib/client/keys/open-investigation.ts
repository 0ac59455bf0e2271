/** Connects the shortcut, the palette and the pages with the dialog that opens an investigation. */
import { createContext, useContext } from "react";

const Context = createContext<(() => void) | null>(null);

/** Provides the pages below with the dialog that opens an investigation. */
export const OpenInvestigationProvider = Context.Provider;

/** Returns the function that shows the dialog for opening an investigation. Null for a caller who may not edit. */
export function useOpenInvestigation(): (() => void) | null {
  return useContext(Context);
}

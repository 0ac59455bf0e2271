"use client";

/** Whether pages poll while their tab is hidden: a wall display must update even if another window has the focus. */
import { createContext, useContext } from "react";

const Context = createContext(false);

export const BackgroundPolling = Context.Provider;

export function usePollsInBackground(): boolean {
  return useContext(Context);
}

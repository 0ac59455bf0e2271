"use client";

/** Whether pages go on reading while their tab is hidden: a wall is looked at also when another window has the focus. */
import { createContext, useContext } from "react";

const Context = createContext(false);

export const BackgroundPolling = Context.Provider;

export function usePollsInBackground(): boolean {
  return useContext(Context);
}

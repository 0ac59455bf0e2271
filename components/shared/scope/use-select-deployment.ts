"use client";

import { useEffect } from "react";
import { useView } from "@/lib/client/url-state";

/** Adds a deployment to a link without one. Does nothing for a link with a deployment, and as long as `slug` is null. */
export function useSelectDeployment(slug: string | null): void {
  const [view, setView] = useView();
  const isNeeded = view.d === null;
  useEffect(() => {
    // Updates the URL so that it names the selected deployment.
    if (isNeeded && slug !== null) void setView({ d: slug }, { history: "replace" });
  }, [isNeeded, slug, setView]);
}

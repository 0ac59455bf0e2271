"use client";

import { Suspense, useEffect, useState, type ReactNode } from "react";
import { linkTo, useView } from "@/lib/client/url-state";

interface LatePartProps {
  /** The page without the server's answers. */
  readonly fallback: ReactNode;
  /** The page with the server's answers, which arrive after the first part of the document. */
  readonly children: ReactNode;
}

/**
 * Shows the fallback until the late part of the document arrives. A person can change the view before, in the page frame.
 * The late part then shows a former view: hydrating it would fail, so the fallback stays and queries the new view.
 */
export function LatePart({ fallback, children }: LatePartProps) {
  // The parameters of the address change later than the view.
  const view = linkTo("", useView()[0]);
  const [documentView] = useState(view);
  const [isHydrated, setHydrated] = useState(false);
  const [isObsolete, setObsolete] = useState(false);
  if (!isHydrated && !isObsolete && view !== documentView) setObsolete(true);
  if (isObsolete) return fallback;
  return (
    <Suspense fallback={fallback}>
      <Hydrated onHydrated={setHydrated}>{children}</Hydrated>
    </Suspense>
  );
}

interface HydratedProps {
  readonly onHydrated: (isHydrated: true) => void;
  readonly children: ReactNode;
}

function Hydrated({ onHydrated, children }: HydratedProps) {
  useEffect(() => {
    // Reports to the component outside the boundary, which React hydrates earlier.
    onHydrated(true);
  }, [onHydrated]);
  return children;
}

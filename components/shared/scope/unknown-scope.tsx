"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import type { DeploymentsResponse } from "@/lib/contracts/deployments";
import type { ScopeError } from "@/lib/client/scope-error";
import { linkTo, type ViewState } from "@/lib/client/url-state";
import { isolateDirection } from "@/components/shared/isolated-text";
import { ShapeMark } from "@/components/shared/status-mark";

interface UnknownScopeProps {
  readonly scopeError: ScopeError;
  readonly deployments: DeploymentsResponse["deployments"];
  readonly view: ViewState;
}

/** States which part of the link does not exist and links to what does. */
export function UnknownScope({ scopeError, deployments, view }: UnknownScopeProps) {
  switch (scopeError.kind) {
    case "no-deployment":
      return <NoDeployment requestedSlug={scopeError.requested} deployments={deployments} view={view} />;
    case "no-model":
      return (
        <Notice view={view}>
          The model {quoted(scopeError.requested)} does not exist in {isolateDirection(scopeError.title)}.
        </Notice>
      );
    case "no-instance":
      return (
        <Notice view={view}>
          The instance {quoted(scopeError.requested)} does not exist in {isolateDirection(scopeError.title)}{" "}
          now. The panels show its data from this time window, if any.
        </Notice>
      );
  }
}

const quoted = (text: string): ReactNode => (
  <code className="font-mono break-all">{isolateDirection(text)}</code>
);

interface NoDeploymentProps {
  readonly requestedSlug: string;
  readonly deployments: DeploymentsResponse["deployments"];
  readonly view: ViewState;
}

function NoDeployment({ requestedSlug, deployments, view }: NoDeploymentProps) {
  const pathname = usePathname();
  return (
    <section className="flex max-w-2xl flex-col items-start gap-3">
      <h1 className="text-2xl font-medium tracking-[-0.01em]">
        There is no deployment {quoted(requestedSlug)}.
      </h1>
      <p className="text-ink-2">The link may be outdated or mistyped. Known deployments:</p>
      <ul aria-label="Known deployments" className="flex flex-col gap-1">
        {deployments.map(({ slug, title }) => (
          <li key={slug}>
            <Link
              className="text-accent hover:underline"
              href={linkTo(pathname, { d: slug, from: view.from, to: view.to, live: view.live })}
            >
              {isolateDirection(title)}
            </Link>
          </li>
        ))}
      </ul>
      <Link
        className="text-accent hover:underline"
        href={linkTo("/overview", { from: view.from, to: view.to })}
      >
        All deployments
      </Link>
    </section>
  );
}

function Notice({ view, children }: { readonly view: ViewState; readonly children: ReactNode }) {
  const pathname = usePathname();
  return (
    <section role="alert" className="mb-4 flex max-w-2xl flex-col items-start gap-1">
      <p className="flex items-baseline gap-2">
        <ShapeMark shape="unknown" />
        <span>{children}</span>
      </p>
      <Link className="text-accent hover:underline" href={linkTo(pathname, { ...view, m: null, i: null })}>
        Show the full deployment
      </Link>
    </section>
  );
}

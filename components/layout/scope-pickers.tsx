"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useEffect } from "react";
import { deploymentsQuery } from "@/lib/client/queries/deployments";
import { linkTo, useView } from "@/lib/client/url-state";
import { MenuButton } from "@/components/ui/menu-button";
import { useDeploymentDocumentTitle } from "./titles/use-deployment-document-title";

const trigger = "flex h-7 min-w-0 items-center gap-1 rounded-sm px-1.5 hover:bg-hover";

interface ScopePickersProps {
  /** True if the page lists objects of one deployment or of all. */
  readonly isFilter: boolean;
}

/**
 * Selects the deployment and its instance. On the overview, selecting a deployment opens its signals. On a list, it
 * filters the list.
 */
export function ScopePickers({ isFilter }: ScopePickersProps) {
  const [view, setView] = useView();
  const pathname = usePathname();
  const router = useRouter();
  const { data } = useQuery(deploymentsQuery);
  const allDeployments = data?.deployments ?? [];
  const deployments = allDeployments.filter(({ isListed }) => isListed);
  const present = allDeployments.find((one) => one.slug === view.d);
  const renamed = allDeployments.find(
    ({ formerSlugs }) => view.d !== null && formerSlugs.includes(view.d),
  )?.slug;
  useEffect(() => {
    // Replaces a former slug in the URL with the current one.
    if (renamed !== undefined) void setView({ d: renamed }, { history: "replace" });
  }, [renamed, setView]);
  useDeploymentDocumentTitle(present?.title ?? view.d);
  const isOverview = pathname.startsWith("/overview");
  const isEveryDeployment = isOverview || (isFilter && view.d === null);
  const choose = (slug: string | null): void => {
    if (isFilter) void setView({ d: slug, m: null, i: null });
    else if (slug === null)
      router.push(linkTo("/overview", { from: view.from, to: view.to, live: view.live }));
    else if (isOverview)
      router.push(linkTo("/signals", { d: slug, from: view.from, to: view.to, live: view.live }));
    else void setView({ d: slug, m: null, i: null });
  };
  return (
    <div className="flex min-w-0 items-center gap-1">
      <MenuButton
        triggerProps={{
          label: "Deployment",
          className: `${trigger} font-semibold`,
          children: (
            <>
              <span className="truncate">
                {isEveryDeployment ? "All deployments" : (present?.title ?? view.d ?? "Select a deployment")}
              </span>
              <ChevronDown aria-hidden className="size-3.5 shrink-0 text-ink-3" />
            </>
          ),
        }}
        options={[
          { key: "", isChosen: isEveryDeployment, onChoose: () => choose(null), children: "All deployments" },
          ...deployments.map(({ slug, title }) => ({
            key: slug,
            isChosen: !isOverview && slug === view.d,
            onChoose: () => choose(slug),
            children: title,
          })),
        ]}
      />
      {!isOverview &&
        present !== undefined &&
        present.instances.length > 0 &&
        pathname.startsWith("/signals") && (
          <InstancePicker
            instances={present.instances}
            chosen={view.i}
            onChoose={(i) => void setView({ i })}
          />
        )}
    </div>
  );
}

interface InstancePickerProps {
  readonly instances: readonly string[];
  readonly chosen: string | null;
  readonly onChoose: (instance: string | null) => void;
}

function InstancePicker({ instances, chosen, onChoose }: InstancePickerProps) {
  return (
    <MenuButton
      triggerProps={{
        label: "Instance",
        className: `${trigger} hidden text-ink-2 sm:flex`,
        children: (
          <>
            Instance <span className="max-w-40 truncate font-medium text-ink">{chosen ?? "all"}</span>
            <ChevronDown aria-hidden className="size-3.5 shrink-0 text-ink-3" />
          </>
        ),
      }}
      options={[
        { key: "", isChosen: chosen === null, onChoose: () => onChoose(null), children: "All instances" },
        ...instances.map((instance) => ({
          key: instance,
          isChosen: instance === chosen,
          onChoose: () => onChoose(instance),
          children: instance,
        })),
      ]}
    />
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useEffect } from "react";
import { deploymentsQuery } from "@/lib/client/queries/deployments";
import { linkTo, useView } from "@/lib/client/url-state";
import { Menu, MenuChoice, MenuContent, MenuTrigger } from "@/components/ui/menu";

const trigger = "flex h-7 min-w-0 items-center gap-1 rounded-sm px-1.5 hover:bg-hover";

/** Deployment, and within it the instance. On the overview a chosen deployment opens its signals. */
export function ScopePickers() {
  const [view, setView] = useView();
  const pathname = usePathname();
  const router = useRouter();
  const { data } = useQuery(deploymentsQuery);
  const all = data?.deployments ?? [];
  const deployments = all.filter(({ isListed }) => isListed);
  const present = all.find((one) => one.slug === view.d);
  const renamed = all.find(({ formerSlugs }) => view.d !== null && formerSlugs.includes(view.d))?.slug;
  useEffect(() => {
    // The URL is outside; an old link says from then on what it means now.
    if (renamed !== undefined) void setView({ d: renamed }, { history: "replace" });
  }, [renamed, setView]);
  const isOverview = pathname.startsWith("/overview");
  const choose = (slug: string | null): void => {
    if (slug === null) router.push(linkTo("/overview", { from: view.from, to: view.to, live: view.live }));
    else if (isOverview)
      router.push(linkTo("/signals", { d: slug, from: view.from, to: view.to, live: view.live }));
    else void setView({ d: slug, m: null, i: null });
  };
  return (
    <div className="flex min-w-0 items-center gap-1">
      <Menu>
        <MenuTrigger className={`${trigger} font-semibold`} aria-label="Deployment">
          <span className="truncate">
            {isOverview ? "All deployments" : (present?.title ?? view.d ?? "Choose a deployment")}
          </span>
          <ChevronDown aria-hidden className="size-3.5 shrink-0 text-ink-3" />
        </MenuTrigger>
        <MenuContent>
          <MenuChoice chosen={isOverview} onChoose={() => choose(null)}>
            All deployments
          </MenuChoice>
          {deployments.map((one) => (
            <MenuChoice
              key={one.slug}
              chosen={!isOverview && one.slug === view.d}
              onChoose={() => choose(one.slug)}
            >
              {one.title}
            </MenuChoice>
          ))}
        </MenuContent>
      </Menu>
      {!isOverview &&
        present !== undefined &&
        present.instances.length > 0 &&
        pathname.startsWith("/signals") && (
          <Menu>
            <MenuTrigger className={`${trigger} hidden text-ink-2 sm:flex`} aria-label="Instance">
              Instance <span className="max-w-40 truncate font-medium text-ink">{view.i ?? "all"}</span>
              <ChevronDown aria-hidden className="size-3.5 shrink-0 text-ink-3" />
            </MenuTrigger>
            <MenuContent>
              <MenuChoice chosen={view.i === null} onChoose={() => void setView({ i: null })}>
                All instances
              </MenuChoice>
              {present.instances.map((instance) => (
                <MenuChoice
                  key={instance}
                  chosen={instance === view.i}
                  onChoose={() => void setView({ i: instance })}
                >
                  {instance}
                </MenuChoice>
              ))}
            </MenuContent>
          </Menu>
        )}
    </div>
  );
}

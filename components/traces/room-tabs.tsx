"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useStudyState, withConditions } from "@/lib/client/study-url";
import { linkTo, useView } from "@/lib/client/url-state";
import { cn } from "@/components/ui/cn";

/** The parts of the Traces room, each a page of its own. */
const tabs = [
  { title: "List", path: "/traces" },
  { title: "Operations", path: "/traces/operations" },
  { title: "Breakdown", path: "/traces/breakdown" },
  { title: "Slow against the rest", path: "/traces/slow" },
  { title: "Compare", path: "/traces/compare" },
  { title: "Flow", path: "/traces/flow" },
] as const;

/** On a phone the tabs are wider than the page: the open one is brought into view. */
function reveal(tab: HTMLLIElement | null): void {
  tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Every part keeps the deployment, the window, what it is compared with and which of its traces are looked at. */
export function RoomTabs() {
  const pathname = usePathname();
  const [{ d, from, to, live, cmp }] = useView();
  const [conditions] = useStudyState();
  return (
    <nav
      aria-label="Parts of Traces"
      className="in-data-kiosk:hidden mb-4 overflow-x-auto border-b border-rule whitespace-nowrap"
    >
      <ul className="flex gap-5">
        {tabs.map(({ title, path }) => {
          const isOpen = pathname === path;
          return (
            <li key={path} ref={isOpen ? reveal : undefined}>
              <Link
                href={withConditions(linkTo(path, { d, from, to, live, cmp }), conditions)}
                aria-current={isOpen ? "page" : undefined}
                className={cn(
                  "block border-b-2 border-transparent pt-1 pb-1.5 text-ink-2 hover:text-ink",
                  isOpen && "border-accent font-medium text-ink",
                )}
              >
                {title}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

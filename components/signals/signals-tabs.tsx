"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { linkTo, useView } from "@/lib/client/url-state";
import { cn } from "@/components/ui/cn";

/** The ways to look at one deployment's signals. */
const ways = [
  { title: "Over time", path: "/signals" },
  { title: "Correlate", path: "/signals/correlate" },
] as const;

export function SignalsTabs() {
  const pathname = usePathname();
  const [{ d, m, i, from, to, live }] = useView();
  return (
    <nav aria-label="Ways to look at signals" className="mt-4 border-b border-rule in-data-kiosk:hidden">
      <ul className="flex gap-5">
        {ways.map(({ title, path }) => {
          const isOpen = pathname === path;
          return (
            <li key={path}>
              <Link
                href={linkTo(path, { d, m, i, from, to, live })}
                aria-current={isOpen ? "page" : undefined}
                className={cn(
                  "-mb-px block border-b-2 border-transparent pb-1.5 text-ink-2 hover:text-ink",
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

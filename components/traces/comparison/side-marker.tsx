import { cn } from "@/components/ui/cn";

/** Marks a group: a dot for A, a ring for B. The name of the group is always next to it. */
export function SideMarker({ side, className }: { readonly side: "a" | "b"; readonly className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        "inline-block size-[7px] shrink-0 rounded-full",
        side === "a" ? "bg-ink" : "bg-paper shadow-[inset_0_0_0_1.25px_var(--ink-3)]",
        className,
      )}
    />
  );
}

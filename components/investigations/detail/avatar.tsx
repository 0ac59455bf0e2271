import { formatInitials } from "@/lib/format/initials";

/** A circle with the initials of a person, next to the name. */
export function Avatar({ name }: { readonly name: string }) {
  return (
    <span
      aria-hidden
      className="grid size-6 flex-none place-items-center rounded-full bg-selected text-2xs font-medium text-ink-2"
    >
      {formatInitials(name)}
    </span>
  );
}

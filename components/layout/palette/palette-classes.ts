/** Classes of the entries of the command palette and of their groups. */

/** CSS classes of an entry of the command palette. */
export const itemClasses =
  "flex h-8 cursor-default items-center gap-3 rounded-sm px-2 data-[selected=true]:bg-hover";
/** CSS classes of a group of palette entries with its heading. */
export const groupClasses =
  "px-2 py-1 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:text-ink-3";

/** The title of a conflict between two versions of a form. */
import type { SaveAuthor } from "./use-saved-form";

/** Returns who changed the form in the meantime. Null is an unknown author, who may be the user in another window. */
export function describeConflict(lastSave: SaveAuthor | null): string {
  if (lastSave === null) return "Changed in the meantime";
  return lastSave.isCaller === true ? "Changed in another window" : `Changed by ${lastSave.author}`;
}

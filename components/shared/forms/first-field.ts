/** Returns the element to focus: the first field, or the form if its fields are not loaded yet. */
export function findFirstField(container: HTMLElement | null): HTMLElement | null {
  return (
    container?.querySelector<HTMLElement>("input, textarea, select") ??
    container?.querySelector<HTMLElement>("form") ??
    container?.closest<HTMLElement>("form") ??
    null
  );
}

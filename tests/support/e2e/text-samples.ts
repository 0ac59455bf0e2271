/** Samples of the text styles of a page. */

/** Attribute of the elements that the last call of `markTextSamples` chose. */
export const textSampleAttribute = "data-text-sample";

/**
 * Marks the first, middle and last element of each group of elements whose text has the same style on the same
 * background. Runs in the page, so it uses nothing outside itself. The style consists of everything that contrast
 * depends on: color, size, weight, and the backgrounds, opacities and positions of all ancestors.
 */
export function markTextSamples(attribute: string): void {
  const backgrounds = new Map<Element, string>();
  const backgroundOf = (element: Element): string => {
    const known = backgrounds.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
    const own =
      backgroundColor === "rgba(0, 0, 0, 0)" &&
      backgroundImage === "none" &&
      opacity === "1" &&
      position === "static"
        ? ""
        : `>${backgroundColor},${backgroundImage},${opacity},${position}`;
    const parent = element.parentElement;
    const withParents = (parent === null ? "" : backgroundOf(parent)) + own;
    backgrounds.set(element, withParents);
    return withParents;
  };
  const styleOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textShadow, visibility } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    const isDisabled = element.closest(":disabled, [aria-disabled=true]") !== null;
    // Text for screen readers only is one pixel large and has no contrast.
    const isShown = width > 1 && height > 1;
    return [
      color,
      fontSize,
      fontWeight,
      textShadow,
      visibility,
      isDisabled,
      isShown,
      backgroundOf(element),
    ].join(";");
  };
  const hasText = (element: Element): boolean =>
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement ||
    [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "",
    );

  for (const marked of document.querySelectorAll(`[${attribute}]`)) marked.removeAttribute(attribute);
  const groups = Map.groupBy([...document.body.querySelectorAll("*")].filter(hasText), styleOf);
  for (const group of groups.values()) {
    for (const sample of [group[0], group[Math.floor(group.length / 2)], group.at(-1)]) {
      sample?.setAttribute(attribute, "");
    }
  }
}

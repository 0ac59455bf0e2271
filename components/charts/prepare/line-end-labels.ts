/**
 * Positions of the labels at line ends: as close to their lines as possible, at least `gap` apart, and inside the
 * plot. They keep the order of the lines, so labels never cross.
 */

export interface LineLabelPosition {
  readonly index: number;
  /** Y position of the line's end. */
  readonly lineY: number;
  readonly y: number;
}

/**
 * Returns a label of name and value that fits `availableWidth`: without its value if both do not fit, then truncated.
 */
export function fitLabel(
  { name, value }: { readonly name: string; readonly value: string },
  availableWidth: number,
  widthOf: (text: string) => number,
): string {
  const fullText = `${name} ${value}`.trim();
  if (widthOf(fullText) <= availableWidth) return fullText;
  const [...letters] = name === "" ? value : name;
  let count = letters.length;
  if (widthOf(letters.join("")) <= availableWidth) return letters.join("");
  while (count > 1 && widthOf(`${letters.slice(0, count).join("").trimEnd()}…`) > availableWidth) count -= 1;
  return `${letters.slice(0, count).join("").trimEnd()}…`;
}

interface LabelArea {
  readonly top: number;
  readonly bottom: number;
  readonly gap: number;
}

export function layOutLineLabels(
  lineYs: readonly (number | null)[],
  { top, bottom, gap }: LabelArea,
): readonly LineLabelPosition[] {
  const positions = lineYs
    .flatMap((lineY, index) =>
      lineY === null ? [] : [{ index, lineY: lineY, y: Math.min(bottom, Math.max(top, lineY)) }],
    )
    .toSorted((a, b) => a.lineY - b.lineY);
  for (let index = 1; index < positions.length; index += 1) {
    const [above, here] = [positions[index - 1], positions[index]];
    if (above !== undefined && here !== undefined) here.y = Math.max(here.y, above.y + gap);
  }
  // Labels moved up from below the plot move their neighbours up.
  for (let index = positions.length - 1; index >= 0; index -= 1) {
    const [here, below] = [positions[index], positions[index + 1]];
    if (here !== undefined) here.y = Math.min(here.y, below === undefined ? bottom : below.y - gap);
  }
  return positions;
}

/** Position of the label at the end of a line, in pixels. */
export interface LineLabelPosition {
  readonly lineIndex: number;
  /** Y position of the line's end. */
  readonly lineY: number;
  readonly labelY: number;
}

/** Returns name and value if they fit `availableWidth` in pixels, else the name, truncated if necessary. */
export function fitLabel(
  { name, value }: { readonly name: string; readonly value: string },
  availableWidth: number,
  measureText: (text: string) => number,
): string {
  const fullText = `${name} ${value}`.trim();
  if (measureText(fullText) <= availableWidth) return fullText;
  const [...letters] = name === "" ? value : name;
  let count = letters.length;
  if (measureText(letters.join("")) <= availableWidth) return letters.join("");
  while (count > 1 && measureText(`${letters.slice(0, count).join("").trimEnd()}…`) > availableWidth)
    count -= 1;
  return `${letters.slice(0, count).join("").trimEnd()}…`;
}

interface LabelArea {
  readonly top: number;
  readonly bottom: number;
  readonly minGap: number;
}

/**
 * Computes label positions from top to bottom: as close to the line ends as possible, at least `minGap`
 * apart, and inside the plot. Labels have the order of the lines. A line whose Y is null gets no label.
 */
export function layOutLineLabels(
  lineYs: readonly (number | null)[],
  { top, bottom, minGap }: LabelArea,
): readonly LineLabelPosition[] {
  const positions = lineYs
    .flatMap((lineY, lineIndex) =>
      lineY === null ? [] : [{ lineIndex, lineY, labelY: Math.min(bottom, Math.max(top, lineY)) }],
    )
    .toSorted((a, b) => a.lineY - b.lineY);
  for (let index = 1; index < positions.length; index += 1) {
    const [above, here] = [positions[index - 1], positions[index]];
    if (above !== undefined && here !== undefined) here.labelY = Math.max(here.labelY, above.labelY + minGap);
  }
  // Labels moved up from below the plot move their neighbours up.
  for (let index = positions.length - 1; index >= 0; index -= 1) {
    const [here, below] = [positions[index], positions[index + 1]];
    if (here !== undefined)
      here.labelY = Math.min(here.labelY, below === undefined ? bottom : below.labelY - minGap);
  }
  return positions;
}

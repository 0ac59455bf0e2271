/**
 * Places for the labels at the ends of lines: as near to their lines as they can be, at least `gap` apart, inside the plot.
 * The order of the lines is kept, so that labels never cross.
 */

export interface PlacedLabel {
  readonly index: number;
  /** Where the line ends. */
  readonly wantedY: number;
  readonly y: number;
}

/** A label of a name and a value in as much of `room` as it needs: without its value where both do not fit, then cut. */
export function fitLabel(
  { name, value }: { readonly name: string; readonly value: string },
  room: number,
  widthOf: (text: string) => number,
): string {
  const whole = `${name} ${value}`.trim();
  if (widthOf(whole) <= room) return whole;
  const [...letters] = name === "" ? value : name;
  let count = letters.length;
  if (widthOf(letters.join("")) <= room) return letters.join("");
  while (count > 1 && widthOf(`${letters.slice(0, count).join("").trimEnd()}…`) > room) count -= 1;
  return `${letters.slice(0, count).join("").trimEnd()}…`;
}

interface Room {
  readonly top: number;
  readonly bottom: number;
  readonly gap: number;
}

export function placeLabels(
  wanted: readonly (number | null)[],
  { top, bottom, gap }: Room,
): readonly PlacedLabel[] {
  const placed = wanted
    .flatMap((wantedY, index) =>
      wantedY === null ? [] : [{ index, wantedY, y: Math.min(bottom, Math.max(top, wantedY)) }],
    )
    .toSorted((a, b) => a.wantedY - b.wantedY);
  for (let index = 1; index < placed.length; index += 1) {
    const [above, here] = [placed[index - 1], placed[index]];
    if (above !== undefined && here !== undefined) here.y = Math.max(here.y, above.y + gap);
  }
  // What was pushed out at the bottom pushes its neighbours up again.
  for (let index = placed.length - 1; index >= 0; index -= 1) {
    const [here, below] = [placed[index], placed[index + 1]];
    if (here !== undefined) here.y = Math.min(here.y, below === undefined ? bottom : below.y - gap);
  }
  return placed;
}

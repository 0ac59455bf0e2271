/** The only door to colour for what is painted on canvas: the tokens of the page's theme, by name. */

export interface ChartTheme {
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  readonly rule: string;
  readonly paper: string;
  readonly accent: string;
  readonly target: string;
  readonly colour: (token: string) => string;
  readonly fontSans: string;
}

/** Tokens as they are now; asked again when the theme changes. */
export function readChartTheme(element: Element): ChartTheme {
  const styles = getComputedStyle(element);
  const known = new Map<string, string>();
  // The styles are alive: each question may compute them anew for the whole page, and a chart asks whenever it is drawn.
  const colour = (token: string): string => {
    const value = known.get(token) ?? (styles.getPropertyValue(`--${token}`).trim() || "currentColor");
    known.set(token, value);
    return value;
  };
  return {
    ink: colour("ink"),
    ink2: colour("ink-2"),
    ink3: colour("ink-3"),
    rule: colour("rule"),
    paper: colour("paper"),
    accent: colour("accent"),
    target: colour("target"),
    colour,
    fontSans: styles.fontFamily,
  };
}

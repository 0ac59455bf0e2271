/**
 * The language's own formatters, made once for each way of writing: to make one takes a hundred times as long as to use it, and a
 * chart writes dozens of numbers and times whenever it is drawn.
 */

const locale = "en-GB";
const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();

/** Groups of thousands, and as many decimals as told. */
export function numberFormat(minDecimals: number, maxDecimals: number): Intl.NumberFormat {
  const key = `${minDecimals} ${maxDecimals}`;
  const format =
    numbers.get(key) ??
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: minDecimals,
      maximumFractionDigits: maxDecimals,
    });
  numbers.set(key, format);
  return format;
}

const dateFormats = {
  minutes: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  seconds: { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" },
  day: { day: "numeric", month: "short" },
  weekday: { weekday: "short", day: "numeric", month: "short" },
  dated: { weekday: "short", day: "numeric", month: "short", year: "numeric" },
  year: { year: "numeric" },
  zone: { timeZoneName: "short" },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

/** Throws RangeError for a zone nobody knows. */
export function dateFormat(formatName: keyof typeof dateFormats, timeZone: string): Intl.DateTimeFormat {
  const key = `${formatName} ${timeZone}`;
  const format = dates.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...dateFormats[formatName] });
  dates.set(key, format);
  return format;
}

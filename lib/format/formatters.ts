/**
 * Cached `Intl` formatters, one per style. Creating one takes a hundred times as long as using it, and a chart
 * formats dozens of numbers and times per draw.
 */

const locale = "en-GB";
const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();

/** Returns a formatter with thousands separators and the given range of decimals. */
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

/** Returns a formatter for `timeZone`. Throws RangeError for an unknown time zone. */
export function dateFormat(formatName: keyof typeof dateFormats, timeZone: string): Intl.DateTimeFormat {
  const key = `${formatName} ${timeZone}`;
  const format = dates.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...dateFormats[formatName] });
  dates.set(key, format);
  return format;
}

"use client";

import { useTheme } from "next-themes";
import { themes } from "@/lib/model/person";
import { Field, fieldClasses } from "@/components/ui/field";

const themeText = {
  system: "Same as the operating system",
  light: "Light",
  dark: "Dark",
} as const satisfies Readonly<Record<(typeof themes)[number], string>>;

/** Changes the theme at once. The page frame stores it, also when the button in the top bar changes it. */
export function ThemeSection() {
  const { theme = "system", setTheme } = useTheme();
  return (
    <section aria-labelledby="theme" className="mt-8 max-w-[520px]">
      <h2 id="theme" className="pb-2 text-md font-semibold">
        Theme
      </h2>
      <Field label="Colour theme">
        <select className={fieldClasses} value={theme} onChange={({ target }) => setTheme(target.value)}>
          {themes.map((one) => (
            <option key={one} value={one}>
              {themeText[one]}
            </option>
          ))}
        </select>
      </Field>
      <p className="pt-1 text-2xs text-ink-2">Applies in every browser in which you sign in.</p>
    </section>
  );
}

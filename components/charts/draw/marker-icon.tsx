import { glyphPaths, type MarkerGlyph } from "@/components/charts/prepare/markers";
import { cn } from "@/components/ui/cn";

interface MarkerIconProps {
  readonly glyph: MarkerGlyph;
  readonly className?: string;
}

/** Icon of a marker, shown next to its word. */
export function MarkerIcon({ glyph, className }: MarkerIconProps) {
  return (
    <svg aria-hidden viewBox="0 0 10 10" className={cn("size-2.5 shrink-0 fill-current", className)}>
      <path d={glyphPaths[glyph]} />
    </svg>
  );
}

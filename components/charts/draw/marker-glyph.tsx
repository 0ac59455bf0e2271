import { glyphPaths, type MarkerGlyph } from "@/components/charts/prepare/markers";
import { cn } from "@/components/ui/cn";

interface MarkerGlyphMarkProps {
  readonly glyph: MarkerGlyph;
  readonly className?: string;
}

/** A marker's glyph beside its word. */
export function MarkerGlyphMark({ glyph, className }: MarkerGlyphMarkProps) {
  return (
    <svg aria-hidden viewBox="0 0 10 10" className={cn("size-2.5 shrink-0 fill-current", className)}>
      <path d={glyphPaths[glyph]} />
    </svg>
  );
}

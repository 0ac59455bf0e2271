import { ArrowDown, ArrowUp, X } from "lucide-react";
import { Button } from "@/components/ui/button";

interface OrderButtonsProps {
  /** Name of the item, for the button labels. */
  readonly name: string;
  readonly index: number;
  readonly count: number;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

/** Buttons that move an item of an ordered list up or down or remove it. */
export function OrderButtons({ name, index, count, onMove, onRemove }: OrderButtonsProps) {
  return (
    <span className="flex">
      <Button
        size="icon-sm"
        variant="ghost"
        aria-label={`Move ${name} up`}
        disabled={index === 0}
        onClick={() => onMove(-1)}
      >
        <ArrowUp aria-hidden className="size-3.5" />
      </Button>
      <Button
        size="icon-sm"
        variant="ghost"
        aria-label={`Move ${name} down`}
        disabled={index === count - 1}
        onClick={() => onMove(1)}
      >
        <ArrowDown aria-hidden className="size-3.5" />
      </Button>
      <Button size="icon-sm" variant="ghost" aria-label={`Remove ${name}`} onClick={onRemove}>
        <X aria-hidden className="size-3.5" />
      </Button>
    </span>
  );
}

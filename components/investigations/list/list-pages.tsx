import Link from "next/link";
import { Button } from "@/components/ui/button";
import { linkToInvestigations, type InvestigationListState } from "../url-state";

interface ListPagesProps {
  readonly state: InvestigationListState;
  /** Cursor of the next page. Null on the last page. */
  readonly nextCursor: string | null;
  readonly onOpen: (cursor: string) => void;
}

/** Opens the first page and the next page of the list. The browser's back button opens the previous page. */
export function ListPages({ state, nextCursor, onOpen }: ListPagesProps) {
  if (nextCursor === null && state.after === null) return null;
  return (
    <p className="flex items-center gap-3 py-3 text-ink-2">
      {state.after !== null && (
        <Link
          href={linkToInvestigations("/investigations", { ...state, after: null })}
          className="text-accent hover:underline"
        >
          First page
        </Link>
      )}
      {nextCursor !== null && (
        <Button size="sm" onClick={() => onOpen(nextCursor)}>
          Next page
        </Button>
      )}
    </p>
  );
}

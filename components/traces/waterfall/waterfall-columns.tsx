import type { ReactNode } from "react";

/** Places the details of a span next to the rows if there is enough space, and below them otherwise. */
export function WaterfallColumns({ children }: { readonly children: ReactNode }) {
  return (
    <div className="@container">
      <div className="flex flex-col gap-x-6 gap-y-4 @[47rem]:flex-row">{children}</div>
    </div>
  );
}

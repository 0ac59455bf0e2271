import { connection } from "next/server";
import type { ReactNode } from "react";

/** Reports have no page frame: they are documents that need no script and can be printed. */
export default async function ReportLayout({ children }: { readonly children: ReactNode }) {
  // Rendered per request, because scripts carry the nonce of the request.
  await connection();
  return (
    <main id="content" className="mx-auto max-w-[820px] px-4 pt-5 pb-12 print:max-w-none print:p-0">
      {children}
    </main>
  );
}

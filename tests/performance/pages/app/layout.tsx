import type { ReactNode } from "react";

// oxlint-disable-next-line import/no-default-export -- Next finds it so
export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}

import type { Metadata } from "next";

export const metadata: Metadata = {
  title: "Report not available",
  robots: { index: false, follow: false },
};

/** Explains a link that is unknown, expired or revoked. It needs no scripts. The proxy sets the status 404. */
export default function Page() {
  return (
    <>
      <h1 className="text-xl font-semibold">This report is not available.</h1>
      <p className="pt-2">
        The link is incorrect, has expired, or was revoked. Ask the person who sent it for a new link.
      </p>
    </>
  );
}

import { FullPageNotice } from "@/components/shared/full-page-notice";

/** Notice inside the page frame, for an address with an invalid id. */
export default function NotFoundInFrame() {
  return (
    <FullPageNotice
      isInFrame
      title="Page not found."
      detail="The link may be outdated or mistyped."
      link={{ label: "Go to the overview", href: "/overview" }}
    />
  );
}

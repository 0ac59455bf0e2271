import { FullPageNotice } from "@/components/shared/full-page-notice";

export default function NotFound() {
  return (
    <FullPageNotice
      title="Page not found."
      detail="The link may be outdated or mistyped."
      link={{ label: "Go to the overview", href: "/overview" }}
    />
  );
}

import { FullPageNotice } from "@/components/shared/full-page-notice";

export default function NotFound() {
  return (
    <FullPageNotice
      title="There is no such page."
      detail="The link may be old, or mistyped."
      link={{ label: "Go to the overview", href: "/overview" }}
    />
  );
}

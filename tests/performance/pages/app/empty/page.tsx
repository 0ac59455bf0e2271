// oxlint-disable-next-line import/no-default-export -- Next finds it so
export default function EmptyPage() {
  return <p>Empty.</p>;
}

import { type ReactNode, useId } from "react";

interface SectionProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

export function Section({ title, lead, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-20 font-semibold lg:text-28">
        {title}
      </h2>
      {lead && <p className="mt-1 text-quiet">{lead}</p>}
      <div className="mt-4 lg:mt-6">{children}</div>
    </section>
  );
}
